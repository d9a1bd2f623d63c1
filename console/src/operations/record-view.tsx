import { Scroller } from '../platform/scroller.tsx';
import { Time } from '../platform/time.tsx';
import { isTime } from '../platform/times.ts';
import { number, t } from '../platform/words.ts';
import { fieldWords, memberText } from './field-words.ts';
import { recordAddress } from './record-address.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** From this many characters on a text stands in a block of its own. */
const blockChars = 160;

/** A value in a line: what cells and short facts show. */
export function Value({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === undefined || value === '') {
    return <span class="quiet-text">–</span>;
  }
  if (typeof value === 'boolean') return <span>{value ? t('state.yes') : t('state.no')}</span>;
  if (typeof value === 'number') {
    return <>{name === 'id' || name.endsWith('_id') ? String(value) : number(value)}</>;
  }
  if (isTime(value)) return <Time at={value} />;
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
    return <>{value.map((entry) => memberText(name, String(entry))).join(', ') || '–'}</>;
  }
  if (Array.isArray(value)) return <>{number(value.length)}</>;
  if (isObject(value)) {
    const title = [value.name, value.title, value.email, value.key, value.summary].find(
      (one) => typeof one === 'string' && one !== '',
    );
    const address = recordAddress(name, value);
    const text = title === undefined ? JSON.stringify(value) : String(title);
    return address === null ? text : <a href={address}>{text}</a>;
  }
  return <>{memberText(name, String(value))}</>;
}

function isRows(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

/** A table of the scalar members of some rows. */
function SmallTable({ rows, caption }: { rows: Record<string, unknown>[]; caption: string }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <Scroller class="table-wrap" label={caption}>
      <table>
        <caption class="sr">{caption}</caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th scope="col" key={name}>
                {fieldWords(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {names.map((name) => (
                <td key={name} class={typeof row[name] === 'number' ? 'number' : ''}>
                  <span class="clip">
                    <Value name={name} value={row[name]} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Fact({ name, value }: { name: string; value: unknown }) {
  if (isRows(value)) return <SmallTable rows={value} caption={fieldWords(name)} />;
  if (isObject(value) && recordAddress(name, value) === null && Object.keys(value).length > 0) {
    if (name === 'definition' || name === 'details') {
      return (
        <Scroller class="block" label={fieldWords(name)}>
          <pre>{JSON.stringify(value, null, 2)}</pre>
        </Scroller>
      );
    }
    return <RecordView record={value} />;
  }
  if (typeof value === 'string' && (value.length > blockChars || value.includes('\n'))) {
    return (
      <Scroller class="block" label={fieldWords(name)}>
        <pre>{value}</pre>
      </Scroller>
    );
  }
  return <Value name={name} value={value} />;
}

/** Every member of a record, whatever it is. */
export function RecordView({ record }: { record: Record<string, unknown> }) {
  return (
    <dl class="facts">
      {Object.entries(record).map(([name, value]) => (
        <>
          <dt key={`${name}-name`}>{fieldWords(name)}</dt>
          <dd key={name}>
            <Fact name={name} value={value} />
          </dd>
        </>
      ))}
    </dl>
  );
}
