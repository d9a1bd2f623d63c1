import { mayCall } from '../operations/contracts.ts';
import { isOfExample, useExample } from '../operations/example-mark.tsx';
import { formAddress } from '../operations/record-address.ts';
import { invalidate, useRead } from '../platform/reads.ts';
import { hasClockOf, shownTime } from '../platform/times.ts';
import { t } from '../platform/words.ts';
import { checkWords } from '../sending/check-words.ts';
import type { WordKey } from '../words/en.ts';

interface Step {
  label: WordKey;
  /** null while it is not known. */
  done: boolean | null;
  hint: string | null;
  address: string;
  /** Mail leaves without it, so that the list does not stay for its sake. */
  isOptional?: true;
}

/** Checks of the domain of the sender. */
const domainChecks: readonly string[] = ['spf', 'dkim', 'dmarc'];

/** How often the checks are made again while something is left to do, in milliseconds. */
const checkEvery = 60_000;

/** The zone of an account for which nobody has chosen one. */
const zoneOfNew = 'America/New_York';

/** The newest events among which one of a program or a person is looked for. */
const eventsLookedAt = 200;

/**
 * Whether the account has the zone in which its people work. Who sees another clock than their own has
 * perhaps never chosen one.
 */
function zoneStep(zone: string | undefined): Step {
  const done = zone === undefined ? null : zone !== zoneOfNew || hasClockOf(zone);
  const time = shownTime(new Date().toISOString());
  return {
    label: 'check.zone',
    done,
    hint: done === false ? t('check.zone.now', { zone: zone ?? '', time }) : (zone ?? null),
    address: '/settings',
    isOptional: true,
  };
}

/** The steps until real mail leaves (SCREEN-01), each read from what the service says. */
function useSteps(): Step[] {
  const profile = useRead('get_profile', {}).data?.profile;
  const settings = useRead('get_settings', {}).data?.settings as
    | Record<string, unknown>
    | undefined;
  const checks = useRead('check_service', mayCall('check_service') ? {} : null, {
    with: ['profile'],
    every: checkEvery,
  }).data?.checks;
  const tests = useRead(
    'list_queue',
    { status: 'sent', source: 'test', limit: 1 },
    { with: ['sends'] },
  ).data?.queue;
  const events = useRead('list_events', { limit: eventsLookedAt }).data?.events;
  const example = useExample();
  const results = checks?.results ?? [];
  const named = (...names: readonly string[]) =>
    results.filter(({ check }) => names.includes(check));
  const [domain, provider, sender] = [named(...domainChecks), named('provider'), named('sender')];
  const faultOf = (some: typeof results) => some.find(({ level }) => level !== 'ok');
  const isOk = (some: typeof results) => some.length > 0 && faultOf(some) === undefined;
  const hintOf = (some: typeof results) => {
    const fault = faultOf(some);
    return fault === undefined ? null : checkWords(fault).message;
  };
  // What is only to be looked at, such as a key that a mail server signs with, stops no mail; mail
  // without DMARC reaches few.
  const hasDomain = isOk(named('dmarc')) && domain.every(({ level }) => level !== 'problem');
  const known = (done: boolean) => (checks === undefined ? null : done);
  const from = profile?.default_from_address;
  const postal = settings?.['sending.mailing_address'];
  const hasSender = from === undefined ? null : !/@localhost\b/.test(from) || isOk(sender);
  return [
    {
      label: 'check.sender',
      done: hasSender,
      hint: hasSender ? (from ?? null) : null,
      address: '/settings',
    },
    zoneStep(profile?.timezone),
    {
      label: 'check.domain',
      done: known(hasDomain),
      hint: hintOf(domain),
      address: '/queue?status=delivery',
    },
    {
      label: 'check.provider',
      done: known(isOk(provider)),
      hint: hintOf(provider),
      address: '/queue?status=delivery',
    },
    {
      label: 'check.postal',
      done: settings === undefined ? null : typeof postal === 'string' && postal.trim() !== '',
      hint: typeof postal === 'string' ? postal : null,
      address: '/settings?part=other',
    },
    {
      label: 'check.test',
      done: tests === undefined ? null : tests.length > 0,
      hint: null,
      address: '/emails',
    },
    {
      label: 'check.event',
      done:
        events === undefined
          ? null
          : events.some(
              ({ source, historical, person_id }) =>
                source !== 'service' &&
                !historical &&
                !isOfExample(example, 'people', { id: person_id }),
            ),
      hint: null,
      address: formAddress('record_event'),
    },
  ];
}

/** Who may not check the service does not learn whether a step is done. */
function State({ done }: Pick<Step, 'done'>) {
  if (done === null && !mayCall('check_service')) {
    return <span class="badge">{t('check.unknown')}</span>;
  }
  return done ? (
    <span class="badge good">{t('check.done')}</span>
  ) : (
    <span class="badge warn">{t('check.open')}</span>
  );
}

/** What is left to do until real mail leaves; nothing once all is done. */
export function Checklist() {
  const steps = useSteps();
  const isLeft = steps.some(({ done, isOptional }) => done === false && !isOptional);
  if (!isLeft) return null;
  const count = steps.filter(({ done }) => done === true).length;
  return (
    <section class="card stack-tight" aria-labelledby="checklist">
      <h2 id="checklist">{t('check.title', { done: count, all: steps.length })}</h2>
      <ol class="checklist">
        {steps.map(({ label, done, hint, address }) => (
          <li key={label} class={done ? 'is-done' : ''}>
            <State done={done} />
            <span>
              {done ? t(label) : <a href={address}>{t(label)}</a>}
              {hint && <span class="small quiet-text"> {hint}</span>}
            </span>
          </li>
        ))}
      </ol>
      {mayCall('check_service') && (
        <p>
          <button type="button" class="button" onClick={() => invalidate('checks')}>
            {t('check.again')}
          </button>
        </p>
      )}
    </section>
  );
}
