import { useLocation } from 'preact-iso/router';
import { useSchemas } from '../operations/contracts.ts';
import { FieldInput } from '../operations/field-input.tsx';
import { fieldsOf } from '../operations/fields.ts';
import { addressOf } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { Empty, Loading, Problem, Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import { Bars } from './bars.tsx';
import { FigureTable } from './figure-table.tsx';

const figures = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const),
  ...(['unsubscribed', 'failed', 'skipped', 'converted', 'holdout'] as const),
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
                operation="get_report"
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
        {data?.rows.length === 0 && (
          <Empty
            title={t('list.empty')}
            text={t('report.empty')}
            example={t('report.example')}
            action={
              <a class="button primary" href="/queue">
                {t('list.open', { place: t('nav.queue') })}
              </a>
            }
          />
        )}
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
            <FigureTable
              caption={t('nav.reports')}
              of={by}
              names={figures}
              label={(name) => t(`report.${name}`)}
              rows={data.rows}
              keyOf={({ key }) => key}
              head={({ key, name }) =>
                nouns[by] === undefined || name === null ? (
                  (name ?? key)
                ) : (
                  <a href={addressOf(nouns[by], key)}>{name}</a>
                )
              }
              figures={(row) => row}
              totals={{ label: t('report.total'), figures: data.totals }}
            />
          </>
        )}
      </div>
    </Screen>
  );
}
