import { limits } from '@postroad/core/platform/limits';
import { useState } from 'preact/hooks';
import { perform } from '../operations/perform.ts';
import { Dialog } from '../platform/dialog.tsx';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import type { Broadcast } from './broadcast.ts';

interface ChosenProps {
  title: string;
  none: string;
  records: readonly { id: number; name: string }[];
  chosen: readonly number[];
  onChosen: (ids: number[]) => void;
}

/** Ticks for records, of which some are left out. */
function Chosen({ title, none, records, chosen, onChosen }: ChosenProps) {
  return (
    <fieldset class="field whole">
      <legend>{title}</legend>
      {records.length === 0 && <p class="small quiet-text">{none}</p>}
      <div class="choices choices-tall">
        {records.map(({ id, name }) => (
          <label class="choice" key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) =>
                onChosen(
                  currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id),
                )
              }
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Broadcasts that somebody can have got, or is about to. */
const begun: readonly string[] = ['sending', 'paused', 'sent', 'canceled'];

/** Chooses the segment of a broadcast, and who in it is left out. */
export function AudienceDialog({
  broadcast: { id, segment_id, exclude, revision },
  onClose,
}: {
  broadcast: Broadcast;
  onClose: () => void;
}) {
  const [segment, setSegment] = useState(segment_id);
  const [segments, setSegments] = useState(exclude.segment_ids);
  const [broadcasts, setBroadcasts] = useState(exclude.broadcast_ids);
  const [error, setError] = useState<unknown>(null);
  const all = useRead('list_segments', { limit: limits.pageMax });
  const others = useRead('list_broadcasts', { limit: limits.pageMax });
  const save = async () => {
    try {
      await perform(
        'update_broadcast',
        {
          broadcast_id: id,
          ...(segment === null ? {} : { segment_id: segment }),
          exclude: { segment_ids: segments, broadcast_ids: broadcasts },
        },
        { ifRevision: [revision] },
      );
      onClose();
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <Dialog title={t('broadcast.audience')} onClose={onClose}>
      {all.data === undefined || others.data === undefined ? (
        (all.error ?? others.error) === null ? (
          <Loading />
        ) : (
          <Problem error={all.error ?? others.error} />
        )
      ) : (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <label class="field">
            <span class="label">{t('broadcast.toSegment')}</span>
            <select
              class="input"
              value={String(segment ?? '')}
              onChange={({ currentTarget }) => setSegment(Number(currentTarget.value) || null)}
            >
              {segment === null && <option value="">{t('form.choose')}</option>}
              {all.data.segments.map((one) => (
                <option key={one.id} value={String(one.id)}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
          <Chosen
            title={t('broadcast.withoutSegments')}
            none={t('broadcast.noSegments')}
            records={all.data.segments.filter((one) => one.id !== segment)}
            chosen={segments}
            onChosen={setSegments}
          />
          <Chosen
            title={t('broadcast.withoutBroadcasts')}
            none={t('broadcast.noBroadcasts')}
            records={others.data.broadcasts.filter(
              (one) => one.id !== id && (begun.includes(one.status) || broadcasts.includes(one.id)),
            )}
            chosen={broadcasts}
            onChosen={setBroadcasts}
          />
          {error !== null && <Problem error={error} />}
          <div class="form-foot">
            <button type="submit" class="button primary">
              {t('action.save')}
            </button>
            <button type="button" class="button" onClick={onClose}>
              {t('action.cancel')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
