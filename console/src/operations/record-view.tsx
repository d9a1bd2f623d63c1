import type { OperationName } from '@postroad/core/catalog/catalog';
import { issueWords } from '../conditions/issue-words.ts';
import { inWords } from '../platform/call.ts';
import { Scroller } from '../platform/scroller.tsx';
import { startText } from '../platform/sentences.ts';
import { Time } from '../platform/time.tsx';
import { isTime, shownDay } from '../platform/times.ts';
import { codeNames, valueLabels } from '../platform/value-words.ts';
import { language, number, t } from '../platform/words.ts';
import { actorWords, changeWords } from './catalog-words.ts';
import { fieldWords, memberText } from './field-words.ts';
import { addressOf, recordAddress } from './record-address.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Row = Readonly<Record<string, unknown>>;

function isIssue(row: Row): row is Row & { path: string; code: string; message: string } {
  return [row.path, row.code, row.message].every((member) => typeof member === 'string');
}

function isChange(row: Row): row is Row & Parameters<typeof changeWords>[0] {
  return (
    [row.summary, row.resource].every((member) => typeof member === 'string') &&
    'operation' in row &&
    'record_name' in row
  );
}

function summaryWords(summary: string, row: Row): string | null {
  if (isChange(row)) return changeWords(row);
  if ('handle' in row) return inWords(summary);
  return 'event' in row && 'label' in row ? startText(summary) : null;
}

/**
 * A member of a record that is a sentence of the service, in the language of the reader; null in
 * English, and for all that a person may have written. The members beside it say which of both it is,
 * so that no data is taken for a sentence (CON-21).
 */
function memberSentence(name: string, row: Row): string | null {
  const text = row[name];
  if (language.value === 'en' || typeof text !== 'string') return null;
  if (isIssue(row) && (name === 'message' || name === 'fix')) {
    const fix = typeof row.fix === 'string' ? row.fix : undefined;
    return issueWords({ ...row, fix }, undefined)[name];
  }
  if (name === 'would' && 'handle' in row) return inWords(text);
  return name === 'summary' ? summaryWords(text, row) : null;
}

/** From this many characters on a text gets a block of its own. */
const blockChars = 160;

/** Members whose own members are named and filled by people, so that no language changes them. */
const mapNames: ReadonlySet<string> = new Set([
  ...['fields', 'set_fields', 'details', 'data', 'headers', 'mapping', 'tunables'],
  ...['translations', 'shape'],
]);

/** A member of a record in a line: what cells and short facts show. */
export function Member({ name, row }: { name: string; row: Row }) {
  const sentence = memberSentence(name, row);
  return sentence ?? <Value name={name} value={row[name]} />;
}

/** The members of an object in a line: how many where it counts them, else each with its value. */
function membersText(name: string, value: Readonly<Record<string, unknown>>): string {
  if (isObject(value.counts)) {
    return number(Object.values(value.counts).reduce((sum: number, one) => sum + Number(one), 0));
  }
  const members = Object.entries(value).map(([member, one]) => {
    const words = mapNames.has(name) ? member : fieldWords(member);
    const shown = one === null ? '–' : typeof one === 'object' ? JSON.stringify(one) : String(one);
    return `${words}: ${shown}`;
  });
  return members.join(', ') || '–';
}

/** What is called by nothing: a step that its flow no longer has, by what names it alone. */
function untitledText(name: string, value: Readonly<Record<string, unknown>>): string {
  const isStep = name === 'step' && typeof value.handle === 'string';
  return isStep ? t('record.step', { name: String(value.handle) }) : membersText(name, value);
}

/** A value in a line. A name is given where codes can be behind it, and none to what people wrote. */
export function Value({ name = '', value }: { name?: string; value: unknown }) {
  if (value === null || value === undefined || value === '') {
    return <span class="quiet-text">–</span>;
  }
  if (typeof value === 'boolean') return <span>{value ? t('state.yes') : t('state.no')}</span>;
  if (typeof value === 'number') {
    if (name === 'person_id') return <a href={addressOf('people', String(value))}>{value}</a>;
    return <>{name === 'id' || name.endsWith('_id') ? String(value) : number(value)}</>;
  }
  if (isTime(value)) return <Time at={value} />;
  if (isDay(name, value)) return <>{shownDay(value)}</>;
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
    const entries = value.map(String);
    const text = codeNames.has(name)
      ? valueLabels(entries, name)
      : entries.map((entry) => memberText(name, entry)).join(', ');
    return <>{text || '–'}</>;
  }
  if (Array.isArray(value)) return <>{number(value.length)}</>;
  if (isObject(value)) {
    if (name === 'actor' && typeof value.kind === 'string') {
      return <>{actorWords(value as { kind: string; name: string | null }) ?? '–'}</>;
    }
    if (mapNames.has(name)) return <>{membersText(name, value)}</>;
    const title = [value.name, value.title, value.email, value.key, value.summary].find(
      (one) => typeof one === 'string' && one !== '',
    );
    const address = recordAddress(name, value);
    const text = title === undefined ? untitledText(name, value) : String(title);
    return address === null ? text : <a href={address}>{text}</a>;
  }
  if (name === 'timezone') return <Zone name={String(value)} />;
  return <>{memberText(name, String(value))}</>;
}

/** A time zone, which breaks between its parts where a line is too short for it. */
function Zone({ name }: { name: string }) {
  const [first, ...parts] = name.split('/');
  return (
    <>
      {first}
      {parts.map((part) => (
        <>
          /<wbr />
          {part}
        </>
      ))}
    </>
  );
}

/** A day of the service: members that hold one are called so, and never what people named. */
function isDay(name: string, value: unknown): value is string {
  return name.endsWith('_on') && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
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
                    <Member name={name} row={row} />
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

/** A member of a record, at any length. */
export function Fact({ name, row }: { name: string; row: Record<string, unknown> }) {
  const value = row[name];
  if (isRows(value)) return <SmallTable rows={value} caption={fieldWords(name)} />;
  if (isObject(value) && recordAddress(name, value) === null && Object.keys(value).length > 0) {
    if (name === 'definition' || name === 'details') {
      return (
        <Scroller class="block" label={fieldWords(name)}>
          <pre>{JSON.stringify(value, null, 2)}</pre>
        </Scroller>
      );
    }
    return <RecordView record={value} isMap={mapNames.has(name)} />;
  }
  if (typeof value === 'string' && (value.length > blockChars || value.includes('\n'))) {
    return (
      <Scroller class="block" label={fieldWords(name)}>
        <pre>{value}</pre>
      </Scroller>
    );
  }
  return <Member name={name} row={row} />;
}

interface RecordProps {
  record: Record<string, unknown>;
  /** Its members are named and filled by people. */
  isMap?: boolean;
  /** What read it, where that calls a member by a word of its own. */
  operation?: OperationName;
}

/** Every member of a record, whatever it is. */
export function RecordView({ record, isMap = false, operation }: RecordProps) {
  return (
    <dl class="facts">
      {Object.keys(record).map((name) => (
        <>
          <dt key={`${name}-name`}>{isMap ? name : fieldWords(name, operation)}</dt>
          <dd key={name}>
            {isMap && !isObject(record[name]) ? (
              <Value value={record[name]} />
            ) : (
              <Fact name={name} row={record} />
            )}
          </dd>
        </>
      ))}
    </dl>
  );
}
