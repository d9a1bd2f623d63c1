import type { OperationRequest } from '@postroad/core/catalog/catalog';
import { useState } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { call } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { invalidate } from '../platform/reads.ts';
import { Problem } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { say } from '../platform/toasts.tsx';
import { t } from '../platform/words.ts';
import { type Person, PersonState } from './person-state.tsx';

export type ConsentChange = 'unsubscribe' | 'resubscribe' | 'unbounce';

const changes = {
  unsubscribe: { unsubscribed: true },
  resubscribe: { unsubscribed: false },
  unbounce: { hard_bounced: false },
} as const satisfies Record<ConsentChange, Partial<OperationRequest<'update_person'>>>;

/** Asks before mail of a person is stopped or allowed again, and says what that means. */
export function ConsentDialog({
  person,
  change,
  onClose,
}: {
  person: string;
  change: ConsentChange;
  onClose: () => void;
}) {
  const [error, setError] = useState<unknown>(null);
  async function run() {
    try {
      await call('update_person', { person, ...changes[change] });
      say(t('state.saved'));
      invalidate('people');
      onClose();
    } catch (caught) {
      setError(caught);
    }
  }
  return (
    <Dialog title={t(`person.${change}`)} onClose={onClose}>
      <p>{t(`person.${change}Text`)}</p>
      {error !== null && <Problem error={error} />}
      <div class="form-foot">
        <button type="button" class="button primary" onClick={() => void run()}>
          {t(`person.${change}`)}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t('action.cancel')}
        </button>
      </div>
    </Dialog>
  );
}

function Since({ label, at }: { label: string; at: string | null }) {
  if (at === null) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Time at={at} />
      </dd>
    </>
  );
}

/** Whether the person gets mail, since when not, and why. */
export function PersonConsent({ person }: { person: Person }) {
  const [asked, setAsked] = useState<ConsentChange | null>(null);
  const { unsubscribed, hard_bounced_at } = person;
  const offered: ConsentChange[] = [
    unsubscribed ? 'resubscribe' : 'unsubscribe',
    ...(hard_bounced_at === null ? [] : (['unbounce'] as const)),
  ];
  return (
    <section class="card stack-tight" aria-labelledby="person-consent">
      <h2 id="person-consent">{t('person.consent')}</h2>
      <p>
        <PersonState person={person} />
      </p>
      <dl class="facts">
        <Since label={t('person.unsubscribed')} at={person.unsubscribed_at} />
        {person.reason && (
          <>
            <dt>{t('person.reason')}</dt>
            <dd>{person.reason}</dd>
          </>
        )}
        <Since label={t('person.bounced')} at={hard_bounced_at} />
        <Since label={t('person.complained')} at={person.complained_at} />
      </dl>
      {mayCall('update_person') && (
        <div class="row">
          {offered.map((change) => (
            <button
              key={change}
              type="button"
              class="button"
              aria-haspopup="dialog"
              onClick={() => setAsked(change)}
            >
              {t(`person.${change}`)}
            </button>
          ))}
        </div>
      )}
      {asked !== null && (
        <ConsentDialog person={String(person.id)} change={asked} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}
