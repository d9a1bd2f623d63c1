import { mayCall } from '../operations/contracts.ts';
import { formAddress } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';

interface Step {
  label: WordKey;
  /** null while it is not known. */
  done: boolean | null;
  hint: string | null;
  address: string;
}

/** Checks of the domain of the sender, all of which have to pass. */
const domainChecks: readonly string[] = ['spf', 'dkim', 'dmarc'];

/** The newest sent mails among which a test is looked for. */
const testsLookedFor = 200;

/** The steps until real mail leaves (SCREEN-01), each read from what the service says. */
function useSteps(): Step[] {
  const profile = useRead('get_profile', {}).data?.profile;
  const settings = useRead('get_settings', {}).data?.settings as
    | Record<string, unknown>
    | undefined;
  const checks = useRead('check_service', mayCall('check_service') ? {} : null).data?.checks;
  const tests = useRead('list_sends', { status: 'sent', limit: testsLookedFor }).data?.sends;
  const events = useRead('list_events', { limit: 1 }).data?.events;
  const results = checks?.results ?? [];
  const domain = results.filter(({ check }) => domainChecks.includes(check));
  const provider = results.filter(({ check }) => check === 'provider');
  const faultOf = (some: typeof results) => some.find(({ level }) => level !== 'ok')?.message;
  const isFine = (some: typeof results) =>
    checks === undefined ? null : some.length > 0 && faultOf(some) === undefined;
  const from = profile?.default_from_address;
  const postal = settings?.['sending.mailing_address'];
  const hasSender = from === undefined ? null : !/@localhost\b/.test(from);
  return [
    {
      label: 'check.sender',
      done: hasSender,
      hint: from ?? null,
      address: formAddress('update_profile'),
    },
    {
      label: 'check.domain',
      done: isFine(domain),
      hint: faultOf(domain) ?? null,
      address: '/queue?status=delivery',
    },
    {
      label: 'check.provider',
      done: isFine(provider),
      hint: faultOf(provider) ?? null,
      address: '/queue?status=delivery',
    },
    {
      label: 'check.postal',
      done: settings === undefined ? null : typeof postal === 'string' && postal.trim() !== '',
      hint: typeof postal === 'string' ? postal : null,
      address: formAddress('update_settings'),
    },
    {
      label: 'check.test',
      done: tests === undefined ? null : tests.some(({ source }) => source.kind === 'test'),
      hint: null,
      address: '/emails',
    },
    {
      label: 'check.event',
      done: events === undefined ? null : events.length > 0,
      hint: null,
      address: formAddress('record_event'),
    },
  ];
}

/** What is left to do until real mail leaves; nothing once all is done. */
export function Checklist() {
  const steps = useSteps();
  const left = steps.filter(({ done }) => done === false);
  if (left.length === 0) return null;
  return (
    <section class="card stack-tight" aria-labelledby="checklist">
      <h2 id="checklist">
        {t('check.title', { done: steps.length - left.length, all: steps.length })}
      </h2>
      <ol class="checklist">
        {steps.map(({ label, done, hint, address }) => (
          <li key={label} class={done ? 'is-done' : ''}>
            <span class={`badge ${done ? 'good' : 'warn'}`}>
              {done ? t('check.done') : t('check.open')}
            </span>
            <span>
              {done ? t(label) : <a href={address}>{t(label)}</a>}
              {hint && <span class="small quiet-text"> {hint}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
