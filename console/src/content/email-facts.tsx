import { OperationForm } from '../operations/operation-form.tsx';
import { addressOf } from '../operations/record-address.ts';
import { RecordView } from '../operations/record-view.tsx';
import { useRead } from '../platform/reads.ts';
import { Problem } from '../platform/screen.tsx';
import { UsedBy, type User } from '../platform/used-by.tsx';
import { number, t, tn } from '../platform/words.ts';
import { FigureTable } from '../sending/figure-table.tsx';
import type { Email } from './email-editor.tsx';
import { Versions } from './versions.tsx';

const figures = ['sent', 'delivered', 'opened', 'clicked', 'unsubscribed', 'bounced'] as const;

/** How many rows of the queue are counted; more are "at least". */
const queuedMost = 100;

function usersOf({ where_used: used }: Email): User[] {
  return [
    ...used.flows.map(({ key, name, step_id }) => ({
      name: `${name} (${step_id})`,
      address: addressOf('flows', key),
    })),
    ...used.sequences.map(({ id, name, position }) => ({
      name: t('email.ofSequence', { name, position }),
      address: addressOf('sequences', String(id)),
    })),
    ...used.broadcasts.map(({ id, name }) => ({
      name,
      address: addressOf('broadcasts', String(id)),
    })),
    ...used.segments.map(({ key, name }) => ({ name, address: addressOf('segments', key) })),
    ...used.guards.map(({ key, name }) => ({ name, address: addressOf('guards', key) })),
    ...used.forms.map(({ key, name }) => ({ name, address: addressOf('forms', key) })),
    ...used.settings.map(({ name }) => ({ name, address: '/settings' })),
  ];
}

function Queued({ emailId }: { emailId: number }) {
  const { data } = useRead('list_queue', { email_id: emailId, limit: queuedMost });
  const waiting = (data?.queue ?? []).filter(({ status }) =>
    ['scheduled', 'holding', 'sending'].includes(status),
  ).length;
  if (data === undefined) return null;
  if (waiting === 0) return <p class="quiet-text">{t('email.noneQueued')}</p>;
  const count = data.next_cursor === null ? '' : '+';
  return (
    <p>
      <a href={`/queue?email_id=${emailId}`}>
        {tn('email.queued.one', 'email.queued.other', waiting)}
        {count}
      </a>{' '}
      <span class="quiet-text">{t('email.queuedText')}</span>
    </p>
  );
}

/** How many got, opened and clicked it, and which of its links (CON2-04). */
function Figures({ emailId }: { emailId: number }) {
  const { data, error } = useRead('get_email_stats', { email_id: emailId });
  return (
    <section class="card stack-tight" aria-labelledby="email-figures">
      <h2 id="email-figures">{t('email.figures')}</h2>
      {error !== null && <Problem error={error} />}
      {data !== undefined && (
        <>
          <dl class="figures small-figures email-figures">
            {figures.map((name) => (
              <div key={name}>
                <dt>{t(`report.${name}`)}</dt>
                <dd class="figure">{number(data[name])}</dd>
              </div>
            ))}
          </dl>
          {data.links.length > 0 && (
            <FigureTable
              caption={t('email.links')}
              of={t('email.link')}
              names={['clicked']}
              label={(name) => t(`report.${name}`)}
              rows={data.links}
              keyOf={({ url }) => url}
              head={({ url }) => <span class="url">{url}</span>}
              figures={({ clicked }) => ({ clicked })}
            />
          )}
        </>
      )}
      <Queued emailId={emailId} />
    </section>
  );
}

/** Sender, labels and the rest that is no text. */
function Settings({ email }: { email: Email }) {
  return (
    <details class="card">
      <summary>{t('email.settings')}</summary>
      <OperationForm
        name="update_email"
        given={{ email_id: String(email.id) }}
        record={email}
        only={['title', 'from_address', 'reply_to', 'labels', 'tracking', 'kind']}
        onDone={() => undefined}
      />
    </details>
  );
}

/** Everything about an email beside its words (CON2-04). */
export function EmailFacts({ email }: { email: Email }) {
  const { body_markdown: _, translations: __, where_used: ___, ...rest } = email;
  return (
    <div class="email-halves">
      <Figures emailId={email.id} />
      <UsedBy users={usersOf(email)} none={<p class="quiet-text">{t('email.unused')}</p>} />
      <Versions resource="emails" id={String(email.id)} />
      <div class="stack">
        <Settings email={email} />
        <details class="card">
          <summary>{t('email.facts')}</summary>
          <RecordView record={rest} />
        </details>
      </div>
    </div>
  );
}
