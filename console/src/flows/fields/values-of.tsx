import { isObject } from '@postroad/core/platform/json';
import { useState } from 'preact/hooks';
import { fieldWords } from '../../operations/field-words.ts';
import { t } from '../../platform/words.ts';
import { isText, JsonOf, type OneProps, typed } from './controls.tsx';

/** With whether the value was stored as a text, which it stays. */
type Rows = readonly (readonly [name: string, value: unknown, staysText: boolean])[];

/** The values of an object; null where one of them is more than a text, a number, true or false. */
function rowsOf(value: unknown): Rows | null {
  if (value === undefined) return [];
  if (!isObject(value)) return null;
  const rows = Object.entries(value);
  if (rows.some(([, one]) => typeof one === 'object')) return null;
  return rows.map(([name, one]) => [name, one, isText(one)] as const);
}

/** Named values, one a line; as JSON where there are values within values. */
export function ValuesOf({ field, value, onValue }: OneProps) {
  const [rows, setRows] = useState(() => rowsOf(value));
  if (rows === null) return <JsonOf field={{ ...field, kind: 'json' }} {...{ value, onValue }} />;
  const write = (next: Rows) => {
    setRows(next);
    const named = next.filter(([name]) => name !== '');
    const entries = named.map(([name, one]) => [name, one] as const);
    onValue(entries.length === 0 ? undefined : Object.fromEntries(entries));
  };
  const change = (index: number, row: Rows[number]) =>
    write(rows.map((one, at) => (at === index ? row : one)));
  return (
    <fieldset class="field stack-tight">
      <legend>{fieldWords(field.name)}</legend>
      {field.description !== null && <span class="hint">{field.description}</span>}
      {rows.map(([name, one, staysText], index) => (
        <div class="match-line" key={index}>
          <input
            class="input"
            name="key"
            aria-label={fieldWords('name')}
            placeholder={fieldWords('name')}
            value={name}
            autocomplete="off"
            onInput={({ currentTarget }) => change(index, [currentTarget.value, one, staysText])}
          />
          <input
            class="input"
            name="value"
            aria-label={fieldWords('value')}
            placeholder={fieldWords('value')}
            value={String(one ?? '')}
            autocomplete="off"
            onInput={({ currentTarget: { value: text } }) =>
              change(index, [name, staysText ? text : typed(text), staysText])
            }
          />
          <button
            type="button"
            class="button quiet"
            aria-label={`${t('canvas.match.remove')}: ${name}`}
            onClick={() => write(rows.filter((_, at) => at !== index))}
          >
            ×
          </button>
        </div>
      ))}
      <p>
        <button type="button" class="button" onClick={() => write([...rows, ['', '', false]])}>
          {t('canvas.values.add')}
        </button>
      </p>
    </fieldset>
  );
}
