import { durationUnits } from '@postroad/core/platform/duration';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { useId } from 'preact/hooks';
import { fieldWords } from '../operations/field-words.ts';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import { choiceWords, noteWords } from './condition-words.ts';
import { keysIn, type LeafKey, textOfValue, valueFrom } from './vocabulary.ts';

interface KeyInputProps {
  leafKey: LeafKey;
  value: unknown;
  onValue: (value: unknown) => void;
}

function KeyInput({ leafKey, value, onValue }: KeyInputProps) {
  const id = useId();
  const { name, kind, choices, note, required } = leafKey;
  const text = textOfValue(value);
  const isKnown = text === '' || choices.some((choice) => choice.value === text);
  const set = (next: string) => onValue(valueFrom(leafKey, next));
  return (
    <div class="field">
      <label for={id}>{fieldWords(name.replace(/_id$/, ''))}</label>
      {kind === 'choice' || kind === 'record' ? (
        <select
          id={id}
          class="input"
          value={text}
          title={note}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        >
          {(!required || text === '') && (
            <option value="">{t(required ? 'form.choose' : 'segments.any')}</option>
          )}
          {!isKnown && <option value={text}>{text}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {kind === 'choice' ? choiceWords(choice.value) : choice.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          class="input"
          value={text}
          title={note}
          autocomplete="off"
          inputMode={kind === 'number' ? 'numeric' : undefined}
          placeholder={required ? undefined : t('segments.any')}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </div>
  );
}

/** An amount and a unit of time. */
function DurationInput({ leafKey, value, onValue }: KeyInputProps) {
  const id = useId();
  const current = isObject(value) ? value : { amount: '', unit: 'days' };
  return (
    <div class="field">
      <label for={id}>{fieldWords(leafKey.name)}</label>
      <div class="row">
        <input
          id={id}
          class="input"
          inputMode="numeric"
          autocomplete="off"
          title={leafKey.note}
          value={String(current.amount ?? '')}
          onInput={({ currentTarget: { value: amount } }) =>
            onValue({ ...current, amount: amount === '' ? amount : Number(amount) })
          }
        />
        <select
          class="input"
          aria-label={fieldWords('unit')}
          value={String(current.unit ?? '')}
          onChange={({ currentTarget: { value: unit } }) => onValue({ ...current, unit })}
        >
          {durationUnits.map((unit) => (
            <option key={unit} value={unit}>
              {choiceWords(unit)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface LeafProps {
  leaf: JsonObject;
  onLeaf: (leaf: JsonObject) => void;
}

/** The keys of one condition, as describe_schema has them. */
export function ConditionLeaf({ leaf, onLeaf }: LeafProps) {
  const type = String(leaf.type ?? '');
  const { data } = useRead('describe_schema', { topic: 'conditions', part: type });
  const keys = data === undefined || data.part !== type ? [] : keysIn(data, leaf);
  const isSet = (name: string) => leaf[name] !== undefined;
  // One of two ways to name a record is enough.
  const shown = keys.filter(({ name }) => name !== 'segment_id' || isSet('segment_id'));
  return (
    <div class="leaf-keys">
      {shown.map((leafKey) => {
        const Input = leafKey.kind === 'duration' ? DurationInput : KeyInput;
        return (
          <Input
            key={leafKey.name}
            leafKey={{ ...leafKey, note: noteWords(type, leafKey.name, leafKey.note) }}
            value={leaf[leafKey.name]}
            onValue={(value) => {
              const { [leafKey.name]: _, ...rest } = leaf;
              onLeaf(value === undefined ? rest : { ...leaf, [leafKey.name]: value });
            }}
          />
        );
      })}
    </div>
  );
}
