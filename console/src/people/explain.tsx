import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { operationWords } from '../operations/catalog-words.ts';
import { getOf, isOperation, mayCall, outlineNamed } from '../operations/contracts.ts';
import { addressOf, formAddress, nounAddress } from '../operations/record-address.ts';
import { inWords } from '../platform/call.ts';
import { invalidate, useRead } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { ownText } from '../platform/sentences.ts';
import { withTimes } from '../platform/times.ts';
import { language, t } from '../platform/words.ts';
import { addressOfFix, operationsIn, type Subject, subjectOf } from './explain-fixes.ts';
import { withQuery } from './people-filter.ts';
import { type ConsentChange, ConsentDialog } from './person-consent.tsx';

type Reason = OperationOutput<'explain_delivery'>['reasons'][number];

/** Reasons whose fix is on this screen. */
const ownFixes: Readonly<Record<string, ConsentChange>> = {
  unsubscribed: 'resubscribe',
  hard_bounced: 'unbounce',
};

/** Where an operation is done: a read at its record, a write at its form. */
function addressFor(name: OperationName, subject: Subject): string {
  const { noun, safety, path } = outlineNamed(name);
  const parameter = getOf(noun)?.parameter;
  const named = parameter === undefined || parameter === null ? undefined : subject[parameter];
  if (safety === 'read') return named === undefined ? nounAddress(noun) : addressOf(noun, named);
  const given = pathParameters(path).flatMap((key) =>
    subject[key] === undefined ? [] : [[key, subject[key]] as const],
  );
  return formAddress(name, Object.fromEntries(given));
}

function FixButtons({
  reason,
  asked,
  onConsent,
}: {
  reason: Reason;
  asked: Subject;
  onConsent: (change: ConsentChange) => void;
}) {
  const own = ownFixes[reason.code];
  const subject = subjectOf(reason, asked);
  const names = operationsIn(reason.fix, isOperation).filter(mayCall);
  const elsewhere = names.length === 0 ? addressOfFix(reason, subject) : null;
  return (
    <div class="row">
      {own !== undefined && mayCall('update_person') && (
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => onConsent(own)}>
          {t(`person.${own}`)}
        </button>
      )}
      {names
        .filter((name) => own === undefined || name !== 'update_person' || own === 'unbounce')
        .map((name) => (
          <a class="button" key={name} href={addressFor(name, subject)}>
            {language.value === 'en'
              ? outlineNamed(name).summary.replace(/[.;:,].*$/, '')
              : operationWords(name)}
          </a>
        ))}
      {elsewhere !== null && (
        <a class="button" href={elsewhere}>
          {t('action.open')}
        </a>
      )}
      {reason.code === 'sequence_waiting' && (
        <button type="button" class="button" onClick={() => invalidate('explain')}>
          {t('action.retry')}
        </button>
      )}
    </div>
  );
}

function Reasons({ person, asked }: { person: string; asked: Subject }) {
  const [change, setChange] = useState<ConsentChange | null>(null);
  const { email_id, flow_key } = asked;
  const { data, error } = useRead(
    'explain_delivery',
    {
      person,
      ...(email_id === undefined ? {} : { email_id: Number(email_id) }),
      ...(flow_key === undefined ? {} : { flow_key }),
    },
    { with: ['runs', 'sends', 'queue', 'flows'] },
  );
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <div class="stack-tight" aria-live="polite">
      <p>
        <span class={data.would_send ? 'badge good' : 'badge warn'}>
          {t(data.would_send ? 'person.why.coming' : 'person.why.notComing')}
        </span>
      </p>
      <ol class="reasons">
        {data.reasons.map((reason, index) => (
          <li key={`${reason.code} ${index}`} class={reason.fix === '' ? '' : 'has-fix'}>
            <p>{withTimes(inWords(reason.message))}</p>
            {reason.quote && (
              <p class="quote">{t('person.quote', { text: withTimes(ownText(reason.quote)) })}</p>
            )}
            {reason.fix !== '' && (
              <>
                <p class="small quiet-text">{inWords(reason.fix)}</p>
                <FixButtons reason={reason} asked={{ person, ...asked }} onConsent={setChange} />
              </>
            )}
          </li>
        ))}
      </ol>
      {change !== null && (
        <ConsentDialog person={person} change={change} onClose={() => setChange(null)} />
      )}
    </div>
  );
}

/** Why the person did or did not get a mail, with what to do about it (SCREEN-06). */
export function Explain({ person }: { person: string }) {
  const { path, query, route } = useLocation();
  const emails = useRead('list_emails', { limit: 200 }).data?.emails ?? [];
  const flows = useRead('list_flows', { limit: 200 }).data?.flows ?? [];
  const [kind, ...rest] = (query.why ?? '').split(':');
  const value = rest.join(':');
  const asked: Subject =
    kind === 'email' && /^\d+$/.test(value)
      ? { email_id: value }
      : kind === 'flow' && value !== ''
        ? { flow_key: value }
        : {};
  return (
    <section class="card stack-tight" aria-labelledby="explain">
      <h2 id="explain">{t('person.why')}</h2>
      <div class="field">
        <label for="explain-what">{t('person.why.what')}</label>
        <select
          id="explain-what"
          class="input"
          value={query.why ?? ''}
          onChange={({ currentTarget }) =>
            route(withQuery(path, query, { why: currentTarget.value }), true)
          }
        >
          <option value="">{t('person.why.any')}</option>
          <optgroup label={t('nav.emails')}>
            {emails.map(({ id, title }) => (
              <option key={id} value={`email:${id}`}>
                {title}
              </option>
            ))}
          </optgroup>
          <optgroup label={t('nav.flows')}>
            {flows.map(({ key, name }) => (
              <option key={key} value={`flow:${key}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </div>
      <Reasons key={query.why ?? ''} person={person} asked={asked} />
    </section>
  );
}
