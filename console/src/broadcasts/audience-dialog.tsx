import { limits } from '@postroad/core/platform/limits';
import { textField, useWorkingRecord, type WorkingRecord } from '../content/working-record.ts';
import { Conflict, currentIn } from '../operations/conflict.tsx';
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

type Aimed = Pick<Broadcast, 'revision' | 'segment_id' | 'exclude'>;
type Audience = Pick<Broadcast, 'segment_id'> & Broadcast['exclude'];

const audienceOf = ({ segment_id, exclude }: Aimed): Audience => ({
  ...{ segment_id, ...exclude },
});

const fields = (['segment_id', 'segment_ids', 'broadcast_ids'] as const).map((name) =>
  textField(name),
);

type Named = readonly { id: number; name: string }[];

/** The members of an audience by the names of what they hold, as the dialog of conflicts shows them. */
function textsOf(audience: Partial<Audience>, segments: Named, broadcasts: Named) {
  const names = (ids: readonly number[], of: Named) =>
    ids.map((id) => of.find((one) => one.id === id)?.name ?? String(id)).join('\n');
  const { segment_id, segment_ids, broadcast_ids } = audience;
  return {
    ...(segment_id !== undefined && {
      segment_id: names(segment_id === null ? [] : [segment_id], segments),
    }),
    ...(segment_ids !== undefined && { segment_ids: names(segment_ids, segments) }),
    ...(broadcast_ids !== undefined && { broadcast_ids: names(broadcast_ids, broadcasts) }),
  };
}

/** The audience as it was when the choice began: what others chose meanwhile is reported (CON-11). */
function useAudience(broadcast: Broadcast) {
  return useWorkingRecord<Aimed, Partial<Audience>>(
    broadcast,
    async (edits, begun) => {
      const { segment_id, ...exclude } = { ...audienceOf(begun), ...edits };
      const input = {
        ...{ broadcast_id: broadcast.id, exclude },
        ...(segment_id !== null && { segment_id }),
      };
      return (await perform('update_broadcast', input, { ifRevision: [begun.revision] })).broadcast;
    },
    {},
  );
}

interface AudienceConflictProps {
  work: WorkingRecord<Aimed, Partial<Audience>>;
  segments: Named;
  broadcasts: Named;
}

/** Why a choice was not saved; over another's both, by the names of what they hold (CON-11). */
function AudienceConflict({ work, segments, broadcasts }: AudienceConflictProps) {
  const { edits, error } = work;
  const current = currentIn(error);
  if (current === null) return error === null ? null : <Problem error={error} />;
  const now = current as unknown as Aimed;
  return (
    <Conflict
      error={error}
      fields={fields}
      labels={{
        segment_id: t('broadcast.toSegment'),
        segment_ids: t('broadcast.withoutSegments'),
        broadcast_ids: t('broadcast.withoutBroadcasts'),
      }}
      mine={textsOf(edits, segments, broadcasts)}
      theirs={textsOf(audienceOf(now), segments, broadcasts)}
      onMerge={(_, kept) => {
        const own = Object.entries(edits).filter(([name]) => Object.hasOwn(kept, name));
        work.rebase(now, Object.fromEntries(own));
      }}
    />
  );
}

/** Chooses the segment of a broadcast, and who in it is left out. */
export function AudienceDialog({
  broadcast,
  onClose,
}: {
  broadcast: Broadcast;
  onClose: () => void;
}) {
  const work = useAudience(broadcast);
  const {
    segment_id: segment,
    segment_ids: segments,
    broadcast_ids: broadcasts,
  } = { ...audienceOf(work.base), ...work.edits };
  const choose = (chosen: Partial<Audience>) => work.edit({ ...work.edits, ...chosen });
  const all = useRead('list_segments', { limit: limits.pageMax });
  const others = useRead('list_broadcasts', { limit: limits.pageMax });
  const save = async () => {
    if (!work.isEdited || (await work.save())) onClose();
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
              onChange={({ currentTarget }) =>
                choose({ segment_id: Number(currentTarget.value) || null })
              }
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
            onChosen={(segment_ids) => choose({ segment_ids })}
          />
          <Chosen
            title={t('broadcast.withoutBroadcasts')}
            none={t('broadcast.noBroadcasts')}
            records={others.data.broadcasts.filter(
              (one) =>
                one.id !== broadcast.id &&
                (begun.includes(one.status) || broadcasts.includes(one.id)),
            )}
            chosen={broadcasts}
            onChosen={(broadcast_ids) => choose({ broadcast_ids })}
          />
          <AudienceConflict
            work={work}
            segments={all.data.segments}
            broadcasts={others.data.broadcasts}
          />
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
