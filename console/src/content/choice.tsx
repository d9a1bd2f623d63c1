import { useId } from 'preact/hooks';

interface ChoiceProps<Value extends string> {
  label: string;
  of: readonly Value[];
  chosen: Value;
  word: (value: Value) => string;
  onChoose: (value: Value) => void;
}

/** One of a few, side by side; the arrow keys move between them. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, of, chosen, word, onChoose } = props;
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend class="sr">{label}</legend>
      {of.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{word(value)}</span>
        </label>
      ))}
    </fieldset>
  );
}
