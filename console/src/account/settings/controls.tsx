import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Labelled {
  label: string;
  hint?: string;
  fault?: string | null;
}

/** A control with its label, and what it takes or what is wrong below it. */
function Labelled({
  label,
  hint,
  fault = null,
  children,
}: Labelled & { children: (id: string, described: string | undefined) => ComponentChildren }) {
  const id = useId();
  const says = fault ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, says === undefined ? undefined : `${id}-says`)}
      {says !== undefined && (
        <span class={fault === null ? 'hint' : 'fault'} id={`${id}-says`}>
          {says}
        </span>
      )}
    </div>
  );
}

/** A text in one line, or in several. */
export function TextControl({
  value,
  onValue,
  lines = 1,
  ...labelled
}: Labelled & { value: string; onValue: (value: string) => void; lines?: number }) {
  return (
    <Labelled {...labelled}>
      {(id, described) => {
        const shared = {
          ...{ id, value, class: 'input' },
          'aria-describedby': described,
          'aria-invalid': Boolean(labelled.fault) || undefined,
          onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
            onValue(currentTarget.value),
        };
        return lines > 1 ? (
          <textarea {...shared} rows={lines} />
        ) : (
          <input {...shared} type="text" autocomplete="off" />
        );
      }}
    </Labelled>
  );
}

/** A choice of a few. */
export function SelectControl<Value extends string>({
  value,
  options,
  onValue,
  ...labelled
}: Labelled & {
  value: Value;
  options: readonly (readonly [Value, string])[];
  onValue: (value: Value) => void;
}) {
  return (
    <Labelled {...labelled}>
      {(id, described) => (
        <select
          id={id}
          class="input"
          value={value}
          aria-describedby={described}
          onChange={({ currentTarget }) => onValue(currentTarget.value as Value)}
        >
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** Yes or no. */
export function TickControl({
  label,
  value,
  onValue,
}: {
  label: string;
  value: boolean;
  onValue: (value: boolean) => void;
}) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={value}
        onChange={({ currentTarget }) => onValue(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
