import { limits } from '@postroad/core/platform/limits';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { NothingHere } from '../operations/nothing-here.tsx';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { withTimes } from '../platform/times.ts';
import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { checkWords } from './check-words.ts';
import { FigureTable } from './figure-table.tsx';
import { Webhooks } from './webhooks.tsx';

const tones = { ok: 'good', warning: 'warn', problem: 'bad' } as const;

/** What the service found when it looked at its provider, its domain and itself. */
function Doctor() {
  const { data, error } = useRead('check_service', {});
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  const { made_at, results } = data.checks;
  return (
    <>
      <ul class="plain checks">
        {results.map((result) => {
          const { check, level, quote } = result;
          const { message, fix } = checkWords(result);
          return (
            <li key={`${check} ${message}`}>
              <span class={`badge ${tones[level]}`}>{t(`delivery.${level}` as WordKey)}</span>
              <span>
                {withTimes(message)}
                {quote !== null && (
                  <>
                    {' '}
                    <q class="quiet-text">{quote}</q>
                  </>
                )}
                {fix !== null && <span class="fix">{withTimes(fix)}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <p class="small quiet-text">
        {t('delivery.lookedAt')} <Time at={made_at} />
      </p>
    </>
  );
}

const providerFigures = ['sent', 'delivered', 'bounced', 'complained', 'failed'] as const;

/** What became of mail at each provider. */
function Providers() {
  const { data, error } = useRead('get_report', { by: 'provider' }, { with: ['sends'] });
  if (error !== null && data === undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  if (data.rows.length === 0) return <NothingHere of="byProvider" />;
  return (
    <FigureTable
      caption={t('delivery.providers')}
      of={t('delivery.provider')}
      names={providerFigures}
      label={(name) => t(`report.${name}`)}
      rows={data.rows}
      keyOf={({ key }) => key}
      head={({ name, key }) => name ?? key}
      figures={(row) => row}
    />
  );
}

const bounceFigures = ['hard_bounced', 'soft_bounced', 'complained'] as const;

/** Bounces and complaints by the domain of the address, with what was said last. */
function Bounces() {
  const { data, error } = useRead('list_bounces', {}, { with: ['sends'] });
  if (error !== null && data === undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  if (data.domains.length === 0) return <NothingHere of="bounced" />;
  return (
    <>
      <FigureTable
        caption={t('delivery.bounces')}
        of={t('delivery.domain')}
        names={bounceFigures}
        label={(name) => t(`delivery.${name}`)}
        rows={data.domains}
        keyOf={({ domain }) => domain}
        head={({ domain }) => (
          <a href={`/people?q=${encodeURIComponent(`@${domain}`)}&suppression=bounced`}>{domain}</a>
        )}
        figures={(row) => row}
        after={{
          head: t('delivery.lastAnswer'),
          cell: ({ last_answer, last_at }) => (
            <>
              {last_answer !== null && <q class="reason-more">{last_answer}</q>}
              <span class="small quiet-text">
                <Time at={last_at} />
              </span>
            </>
          ),
        }}
      />
      {data.more && (
        <p class="small quiet-text">{t('queue.lookedAt', { n: limits.bouncesCounted })}</p>
      )}
    </>
  );
}

/** The checks of `doctor`, the provider and its figures, and webhooks. */
export function Delivery() {
  return (
    <div class="stack">
      <section class="card stack-tight">
        <h2>{t('delivery.doctor')}</h2>
        {mayCall('check_service') ? (
          <Doctor />
        ) : (
          <p>{t('form.readOnly', { scope: outlineNamed('check_service').scope })}</p>
        )}
      </section>
      <section class="stack-tight">
        <h2>{t('delivery.providers')}</h2>
        <Providers />
      </section>
      <section class="stack-tight">
        <h2>{t('delivery.bounces')}</h2>
        <Bounces />
      </section>
      <Webhooks />
    </div>
  );
}
