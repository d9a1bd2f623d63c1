import { Time } from '../platform/time.tsx';
import { number, t, tn } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import type { Preview } from './reminders.ts';

type Row = Preview['skipped'][number];

interface Group {
  reason: Row['reason'];
  /** All with this reason, also those that are not listed. */
  count: number;
  rows: Row[];
}

/** Those who get no reminder by their reason, most first. */
export function groupsOf({ skipped, counts }: Pick<Preview, 'skipped' | 'counts'>): Group[] {
  const groups = new Map<Row['reason'], Group>();
  for (const row of skipped) {
    const group = groups.get(row.reason) ?? { reason: row.reason, count: 0, rows: [] };
    group.rows.push(row);
    group.count = counts?.skipped[row.reason] ?? group.rows.length;
    groups.set(row.reason, group);
  }
  for (const [reason, count] of Object.entries(counts?.skipped ?? {})) {
    const known = reason as Row['reason'];
    if (!groups.has(known)) groups.set(known, { reason: known, count, rows: [] });
  }
  return [...groups.values()].toSorted((one, other) => other.count - one.count);
}

/** Who it is, as far as the row knows. */
function Who({ row }: { row: Row }) {
  const { person_id, email, external_id } = row;
  const name = email ?? external_id ?? '–';
  return person_id === undefined ? (
    <span>{name}</span>
  ) : (
    <a href={`/people/${person_id}`}>{name}</a>
  );
}

/** Renewals without a reminder: each reason in words, with those it concerns. */
export function Skipped({ preview }: { preview: Preview }) {
  const groups = groupsOf(preview);
  return (
    <section class="card stack-tight" aria-labelledby="renewals-skipped">
      <h2 id="renewals-skipped">{t('renewals.skipped')}</h2>
      {groups.length === 0 && <p class="quiet-text">{t('renewals.noneSkipped')}</p>}
      <ul class="plain skipped-groups">
        {groups.map(({ reason, count, rows }) => (
          <li key={reason}>
            <details>
              <summary>
                <strong class="number">{number(count)}</strong>{' '}
                {t(`renewals.reason.${reason}` as WordKey)}
              </summary>
              <ul class="plain skipped-rows">
                {rows.map((row, index) => (
                  <li key={`${row.subscription_id} ${index}`}>
                    <Who row={row} />
                    {row.next_renewal_at !== undefined && (
                      <span class="small quiet-text">
                        {' '}
                        {t('renewals.renews')} <Time at={row.next_renewal_at} />
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              {rows.length < count && (
                <p class="small quiet-text">
                  {tn('renewals.more.one', 'renewals.more.other', count - rows.length)}
                </p>
              )}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
