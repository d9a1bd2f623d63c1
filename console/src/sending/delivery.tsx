import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { inWords } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { number, t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';

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
        {results.map(({ check, level, message, quote, fix }) => (
          <li key={`${check} ${message}`}>
            <span class={`badge ${tones[level]}`}>{t(`delivery.${level}` as WordKey)}</span>
            <span>
              <strong>{check}</strong> {message}
              {quote !== null && <q class="quiet-text"> {quote}</q>}
              {fix !== null && <span class="fix">{inWords(fix)}</span>}
            </span>
          </li>
        ))}
      </ul>
      <p class="small quiet-text">
        {t('delivery.lookedAt')} <Time at={made_at} />
      </p>
    </>
  );
}

/** What became of mail at each provider. */
function Providers() {
  const { data } = useRead('get_report', { by: 'provider' }, { with: ['sends'] });
  if (data === undefined) return <Loading />;
  if (data.rows.length === 0) return <p class="quiet-text">{t('delivery.noMail')}</p>;
  const shown = ['sent', 'delivered', 'bounced', 'complained', 'failed'] as const;
  return (
    <div class="table-wrap">
      <table>
        <caption class="sr">{t('delivery.providers')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('delivery.provider')}</th>
            {shown.map((figure) => (
              <th scope="col" class="number" key={figure}>
                {t(`report.${figure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name ?? row.key}</th>
              {shown.map((figure) => (
                <td class="number" key={figure}>
                  {number(row[figure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The provider, its figures, and the checks of `doctor`. */
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
    </div>
  );
}
