import { fieldWords } from '../operations/field-words.ts';
import { Fact } from '../operations/record-view.tsx';
import { Scroller } from '../platform/scroller.tsx';
import { t } from '../platform/words.ts';

type Row = Readonly<Record<string, unknown>>;

interface DifferencesProps {
  /** Null where there was no record. */
  before: Row | null;
  /** Null where the record is gone. */
  after: Row | null;
}

/** The members of a record that are another after a change, those before beside those after. */
export function Differences({ before, after }: DifferencesProps) {
  const old = before ?? {};
  const now = after ?? {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null),
  );
  if (names.length === 0) return <p class="quiet-text">{t('history.nothing')}</p>;
  return (
    <Scroller class="table-wrap both-sides" label={t('history.differences')}>
      <table>
        <caption class="sr">{t('history.differences')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('history.field')}</th>
            {before !== null && <th scope="col">{t('history.before')}</th>}
            {after !== null && <th scope="col">{t('history.after')}</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldWords(name)}</th>
              {before !== null && (
                <td>
                  <Fact name={name} row={old} />
                </td>
              )}
              {after !== null && (
                <td>
                  <Fact name={name} row={now} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
