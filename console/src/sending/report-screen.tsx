import { useLocation } from 'preact-iso/router';
import { useSchemas } from '../operations/contracts.ts';
import { FieldInput } from '../operations/field-input.tsx';
import { fieldsOf } from '../operations/fields.ts';
import { addressOf } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { Empty, Loading, Problem, Screen } from '../platform/screen.tsx';
import { number, t } from '../platform/words.ts';
import { Bars } from './bars.tsx';

const figures = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const),
  ...(['unsubscribed', 'failed', 'skipped', 'converted'] as const),
] as const;

/** The nouns whose records a row of a report may be. */
const nouns: Readonly<Record<string, string>> = {
  email: 'emails',
  broadcast: 'broadcasts',
  flow: 'flows',
  sequence: 'sequences',
};

/** What became of mail: a picture first, the table below it. */
export function ReportScreen() {
  const { path, query, route } = useLocation();
  const schemas = useSchemas('get_report');
  const by = query.by ?? 'day';
  const range = Object.fromEntries(
    ['from', 'to'].flatMap((key) => (query[key] ? [[key, query[key]]] : [])),
  );
  const { data, error } = useRead('get_report', { ...range, by: by as 'day' }, { with: ['sends'] });
  const set = (name: string, text: string) => {
    const next = new URLSearchParams(query);
    if (text === '') next.delete(name);
    else next.set(name, text);
    route(next.size > 0 ? `${path}?${next}` : path, true);
  };
  const fields = schemas === null ? [] : fieldsOf(schemas.input);
  return (
    <Screen title={t('nav.reports')} lead={t('report.what')}>
      <div class="stack">
        <search class="columns">
          {fields
            .filter(({ name }) => name !== 'limit')
            .map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                isChange={false}
                text={field.name === 'by' ? by : (query[field.name] ?? '')}
                fault={null}
                onText={(text) => set(field.name, text)}
              />
            ))}
        </search>
        {error !== null && <Problem error={error} />}
        {data === undefined && error === null && <Loading />}
        {data?.rows.length === 0 && <Empty title={t('list.empty')} text={t('report.what')} />}
        {data !== undefined && data.rows.length > 0 && (
          <>
            <Bars
              label={t('report.picture')}
              bars={data.rows.map(({ key, name, sent }) => ({
                key,
                label: name ?? key,
                value: sent,
              }))}
            />
            <div class="table-wrap">
              <table>
                <caption class="sr">{t('nav.reports')}</caption>
                <thead>
                  <tr>
                    <th scope="col">{by}</th>
                    {figures.map((figure) => (
                      <th scope="col" class="number" key={figure}>
                        {t(`report.${figure}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.rows.map((row) => (
                    <tr key={row.key}>
                      <th scope="row">
                        {nouns[by] === undefined || row.name === null ? (
                          (row.name ?? row.key)
                        ) : (
                          <a href={addressOf(nouns[by], row.key)}>{row.name}</a>
                        )}
                      </th>
                      {figures.map((figure) => (
                        <td class="number" key={figure}>
                          {number(row[figure])}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">{t('report.total')}</th>
                    {figures.map((figure) => (
                      <td class="number" key={figure}>
                        {number(data.totals[figure])}
                      </td>
                    ))}
                  </tr>
                </tfoot>
              </table>
            </div>
          </>
        )}
      </div>
    </Screen>
  );
}
