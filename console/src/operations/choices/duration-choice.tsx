import { useState } from 'preact/hooks';
import { choiceWords, fieldWords } from '../field-words.ts';
import type { FieldSpec } from '../fields.ts';

interface DurationChoiceProps {
  field: FieldSpec;
  /** Such as `2 days`; empty for none. */
  text: string;
  described: string;
  onText: (text: string) => void;
}

/** An amount of time as a number and its unit. */
export function DurationChoice({ field, text, described, onText }: DurationChoiceProps) {
  const [amount = '', given] = text.split(' ');
  const [chosen, setChosen] = useState(field.choices.includes('days') ? 'days' : field.choices[0]);
  const unit = given ?? chosen ?? '';
  return (
    <div class="row tight">
      <input
        class="input"
        type="number"
        min={0}
        name={field.name}
        aria-label={fieldWords('amount')}
        aria-describedby={described || undefined}
        value={amount}
        onInput={({ currentTarget: { value } }) => onText(value === '' ? '' : `${value} ${unit}`)}
      />
      <select
        class="input"
        aria-label={fieldWords('unit')}
        value={unit}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value);
          if (amount !== '') onText(`${amount} ${value}`);
        }}
      >
        {field.choices.map((choice) => (
          <option value={choice} key={choice}>
            {choiceWords(field, choice)}
          </option>
        ))}
      </select>
    </div>
  );
}
