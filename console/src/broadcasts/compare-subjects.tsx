import type { OperationRequest } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { useId, useState } from 'preact/hooks';
import { durationText } from '../flows/step-text.ts';
import { ActionButton } from '../operations/action-button.tsx';
import { mayCall } from '../operations/contracts.ts';
import { perform } from '../operations/perform.ts';
import { call } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { Problem } from '../platform/screen.tsx';
import { number, t } from '../platform/words.ts';
import type { Broadcast } from './broadcast.ts';

/** What can decide here; what counts as converted is chosen in the form of the operation. */
const metrics = ['opened', 'clicked'] as const;

/** Everybody gets one of the subjects, and none of them wins. */
const nobodyWins = 'none';

const usual = { samplePercent: 20, hours: 4 };

type Update = OperationRequest<'update_broadcast'>;

/** A copy of an email with another subject. */
async function copyWith(emailId: number, title: string, subject: string): Promise<number> {
  const { email } = await call('duplicate_email', { email_id: emailId });
  await call('update_email', { email_id: email.id, title, subject });
  return email.id;
}

interface RuleProps {
  decides: string;
  percent: string;
  hours: string;
  recipients: number | null;
  onDecides: (metric: string) => void;
  onPercent: (text: string) => void;
  onHours: (text: string) => void;
}

/** By what the better subject is found, among how many, and when. */
function Rule({ decides, percent, hours, recipients, ...on }: RuleProps) {
  const id = useId();
  const sample = recipients === null ? null : Math.ceil((recipients * Number(percent)) / 100);
  return (
    <>
      <div class="field">
        <label for={id}>{t('compare.decides')}</label>
        <select
          id={id}
          class="input"
          value={decides}
          onChange={({ currentTarget }) => on.onDecides(currentTarget.value)}
        >
          {metrics.map((metric) => (
            <option key={metric} value={metric}>
              {t(`compare.by.${metric}`)}
            </option>
          ))}
          <option value={nobodyWins}>{t('compare.by.none')}</option>
        </select>
      </div>
      {decides !== nobodyWins && (
        <div class="timing-fields">
          <label class="field">
            <span class="label">{t('compare.sample')}</span>
            <input
              class="input"
              type="number"
              min={1}
              max={100}
              required
              value={percent}
              onInput={({ currentTarget }) => on.onPercent(currentTarget.value)}
            />
            {sample !== null && Number(percent) > 0 && (
              <span class="hint">
                {t('compare.sampleOf', { n: sample, all: number(recipients ?? 0) })}
              </span>
            )}
          </label>
          <label class="field">
            <span class="label">{t('compare.hours')}</span>
            <input
              class="input"
              type="number"
              min={1}
              max={limits.durationAmountMax}
              required
              value={hours}
              onInput={({ currentTarget }) => on.onHours(currentTarget.value)}
            />
          </label>
        </div>
      )}
    </>
  );
}

/** Asks for a second subject and what decides between both, and makes the email that has it. */
function CompareDialog({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const { id, name, email, revision, audience } = broadcast;
  const [subject, setSubject] = useState('');
  const [decides, setDecides] = useState<string>(metrics[0]);
  const [percent, setPercent] = useState(String(usual.samplePercent));
  const [hours, setHours] = useState(String(usual.hours));
  const [made, setMade] = useState<{ id: number; subject: string } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useId();

  async function save() {
    setBusy(true);
    setError(null);
    try {
      // What a try before this one made is used again.
      const other =
        made?.subject === subject ? made.id : await copyWith(email.id, `${name} (B)`, subject);
      setMade({ id: other, subject });
      const metric = metrics.find((one) => one === decides);
      const winner: Update['winner'] =
        metric === undefined
          ? null
          : {
              ...{ metric, sample_percent: Number(percent) },
              after: { amount: Number(hours), unit: 'hours' },
            };
      const variants = [
        { name: 'A', email_id: email.id },
        { name: 'B', email_id: other },
      ];
      const input = { broadcast_id: id, variants, winner };
      await perform('update_broadcast', input, { ifRevision: [revision] });
      onClose();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('compare.title')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && subject.trim() !== '') void save();
        }}
      >
        <p class="field">
          <span class="label">{t('compare.subject', { name: 'A' })}</span>
          <span>{email.subject}</span>
        </p>
        <div class="field">
          <label for={field}>{t('compare.subject', { name: 'B' })}</label>
          <input
            id={field}
            class="input"
            required
            value={subject}
            autocomplete="off"
            aria-describedby={`${field}-hint`}
            onInput={({ currentTarget }) => setSubject(currentTarget.value)}
          />
          <span class="hint" id={`${field}-hint`}>
            {t('compare.subjectHint')}
          </span>
        </div>
        <Rule
          {...{ decides, percent, hours }}
          recipients={audience?.recipients ?? null}
          onDecides={setDecides}
          onPercent={setPercent}
          onHours={setHours}
        />
        {error !== null && <Problem error={error} />}
        <div class="form-foot">
          <button type="submit" class="button primary" aria-disabled={isBusy}>
            {t('compare.begin')}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Lets another subject be tried, before the broadcast is sent (EXP-01, CON2-07). */
export function CompareSubjects({ broadcast }: { broadcast: Broadcast }) {
  const [isOpen, setOpen] = useState(false);
  if (!mayCall('update_broadcast') || !mayCall('duplicate_email')) return null;
  const isBlank = broadcast.email.subject === '';
  return (
    <section class="card stack-tight" aria-labelledby="broadcast-compare">
      <div class="card-head">
        <h2 id="broadcast-compare">{t('compare.title')}</h2>
        <button
          type="button"
          class="button compact"
          aria-haspopup="dialog"
          disabled={isBlank}
          onClick={() => setOpen(true)}
        >
          {t('compare.add')}
        </button>
      </div>
      <p class="quiet-text">{t(isBlank ? 'compare.writeFirst' : 'compare.text')}</p>
      {isOpen && <CompareDialog broadcast={broadcast} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** How the variants of a broadcast that waits are to be compared, and a way to send one mail instead. */
export function ComparisonAhead({ broadcast }: { broadcast: Broadcast }) {
  const { id, variants, winner } = broadcast;
  const first = variants?.[0];
  if (first === undefined) return null;
  const says =
    winner === null
      ? t('compare.ahead.none')
      : t(`compare.ahead.${winner.metric}`, {
          n: winner.sample_percent,
          time: durationText(winner.after),
        });
  return (
    <>
      <p>{says}</p>
      <p>
        <ActionButton
          name="replace_broadcast_email"
          input={{ broadcast_id: id, email_source: 'copy', email_id: first.email_id }}
        >
          {t('compare.stop', { name: first.name })}
        </ActionButton>
      </p>
    </>
  );
}
