import { comparisonOperators, needsNoValue, readOperator } from '@postroad/core/conditions/compare';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { useState } from 'preact/hooks';
import { choiceWords } from '../../conditions/condition-words.ts';
import { fieldWords } from '../../operations/field-words.ts';
import { t } from '../../platform/words.ts';
import { isText, JsonOf, type OneProps, typed, withKey } from './controls.tsx';

const lineKeys: ReadonlySet<string> = new Set(['detail', 'op', 'value']);

/** The comparisons of a match, all of which hold; null where it is more than a list of them. */
function linesOf(match: unknown): JsonObject[] | null {
  if (match === undefined) return [];
  if (!isObject(match)) return null;
  const lines: unknown = 'all' in match ? match.all : [match];
  if (!Array.isArray(lines)) return null;
  const isLine = (line: unknown): line is JsonObject =>
    isObject(line) &&
    Object.keys(line).every((key) => lineKeys.has(key)) &&
    (line.value === undefined || typeof line.value !== 'object');
  return lines.every(isLine) ? lines : null;
}

function matchOf(lines: readonly JsonObject[]): unknown {
  return lines.length < 2 ? lines[0] : { all: lines };
}

interface LineProps {
  line: JsonObject;
  /** Whether its value stays a text. */
  isText: boolean;
  onLine: (line: JsonObject) => void;
  onRemove: () => void;
}

function Line({ line, isText: staysText, onLine, onRemove }: LineProps) {
  const operator = readOperator(line.op) ?? 'equals';
  return (
    <div class="match-line">
      <input
        class="input"
        name="detail"
        aria-label={t('canvas.match.detail')}
        placeholder={t('canvas.match.detail')}
        value={String(line.detail ?? '')}
        autocomplete="off"
        onInput={({ currentTarget }) => onLine({ ...line, detail: currentTarget.value })}
      />
      <select
        class="input"
        name="op"
        aria-label={fieldWords('op')}
        value={operator}
        onInput={({ currentTarget: { value: op } }) => {
          const next = readOperator(op) ?? 'equals';
          const kept = needsNoValue(next) ? undefined : (line.value ?? '');
          onLine(withKey({ ...line, op: next }, 'value', kept));
        }}
      >
        {comparisonOperators.map((one) => (
          <option key={one} value={one}>
            {choiceWords(one)}
          </option>
        ))}
      </select>
      {!needsNoValue(operator) && (
        <input
          class="input"
          name="value"
          aria-label={fieldWords('value')}
          placeholder={fieldWords('value')}
          value={String(line.value ?? '')}
          autocomplete="off"
          onInput={({ currentTarget: { value } }) =>
            onLine({ ...line, value: staysText ? value : typed(value) })
          }
        />
      )}
      <button
        type="button"
        class="button quiet"
        aria-label={`${t('canvas.match.remove')}: ${String(line.detail ?? '')}`}
        onClick={onRemove}
      >
        ×
      </button>
    </div>
  );
}

/** Comparisons with details of an event, line by line; as JSON where it nests them. */
export function MatchOf({ field, value, onValue }: OneProps) {
  const lines = linesOf(value);
  const [texts, setTexts] = useState(() => (lines ?? []).map((line) => isText(line.value)));
  if (lines === null) return <JsonOf {...{ field, value, onValue }} />;
  return (
    <fieldset class="field stack-tight">
      <legend>{t('canvas.match')}</legend>
      {field.description !== null && <span class="hint">{field.description}</span>}
      {lines.map((line, index) => (
        <Line
          key={index}
          line={line}
          onLine={(next) => onValue(matchOf(lines.map((one, at) => (at === index ? next : one))))}
          isText={texts[index] ?? false}
          onRemove={() => {
            setTexts(texts.filter((_, at) => at !== index));
            onValue(matchOf(lines.filter((_, at) => at !== index)));
          }}
        />
      ))}
      <p>
        <button
          type="button"
          class="button"
          onClick={() => onValue(matchOf([...lines, { detail: '', op: 'equals', value: '' }]))}
        >
          {t('canvas.match.add')}
        </button>
      </p>
    </fieldset>
  );
}
