import type { OperationName } from '@postroad/core/catalog/catalog';
import { useId } from 'preact/hooks';
import { t } from '../platform/words.ts';
import { DurationChoice } from './choices/duration-choice.tsx';
import { RecordChoice, sourceOf } from './choices/record-choice.tsx';
import { StepChoice, stepOwner } from './choices/step-choice.tsx';
import { choiceWords, fieldWords, hintWords } from './field-words.ts';
import type { FieldSpec } from './fields.ts';

interface FieldInputProps {
  /** Whose field it is; left out for one of a step. */
  operation?: OperationName;
  field: FieldSpec;
  text: string;
  fault: string | null;
  /** Arguments that are given beside it, such as those of the path. */
  given?: Readonly<Record<string, unknown>>;
  /** Whether an untouched choice leaves the record as it is. */
  isChange: boolean;
  onText: (text: string) => void;
}

function hintOf(operation: OperationName | null, field: FieldSpec): string {
  const { kind } = field;
  const how = kind === 'lines' ? t('form.onePerLine') : kind === 'json' ? t('form.json') : '';
  const says = hintWords(operation, field);
  return [says, how].filter(Boolean).join(says.endsWith('.') ? ' ' : '. ');
}

/** What is written for a while gets room for it. */
const writing = /(?:^|_)(?:html|css|content|markdown|definition)$/;

function rowsOf({ name, kind }: FieldSpec): number {
  if (kind === 'lines') return 2;
  return writing.test(name) || kind === 'json' ? 12 : 3;
}

/** Ticks for the values of a list that takes a few known ones. */
function Choices({ field, text, onText, described }: FieldInputProps & { described: string }) {
  const chosen = text.split('\n').filter((line) => line !== '');
  return (
    <div class="choices" aria-describedby={described}>
      {field.choices.map((choice) => (
        <label class="choice" key={choice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={({ currentTarget }) => {
              const rest = chosen.filter((one) => one !== choice);
              onText((currentTarget.checked ? [...rest, choice] : rest).join('\n'));
            }}
          />
          {choiceWords(field, choice)}
        </label>
      ))}
    </div>
  );
}

/** The control of one field, with its label, its hint and its fault. */
export function FieldInput(props: FieldInputProps) {
  const { operation = null, field, text, fault, given = {}, isChange, onText } = props;
  const id = useId();
  const source = sourceOf(field);
  const owner = operation === null ? null : stepOwner(field, given);
  // Where steps are offered by name, nobody writes a number.
  const hint = owner === null ? hintOf(operation, field) : '';
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const shared = {
    id,
    name: field.name,
    class: field.kind === 'json' || /html|css|content/.test(field.name) ? 'input code' : 'input',
    'aria-describedby': described || undefined,
    'aria-invalid': fault !== null || undefined,
    required: false,
    onInput: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
  };
  const none = field.required ? t('form.choose') : isChange ? t('form.leave') : t('state.unset');
  const label = (
    <>
      {fieldWords(field.name, operation)}{' '}
      {field.required && !field.nullable && <span class="mark">{t('form.required')}</span>}
    </>
  );
  const below = (
    <>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault && (
        <span class="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </>
  );
  if (source !== null || owner !== null) {
    return (
      <div class="field">
        <label for={id}>{label}</label>
        {source !== null ? (
          <RecordChoice {...{ source, text, none, onText }} control={shared} />
        ) : (
          owner !== null && <StepChoice {...{ owner, text, none, onText }} control={shared} />
        )}
        {below}
      </div>
    );
  }
  if (field.kind === 'choices' || field.kind === 'duration') {
    return (
      <fieldset class="field">
        <legend>{label}</legend>
        {field.kind === 'choices' ? (
          <Choices {...props} described={described} />
        ) : (
          <DurationChoice {...{ field, text, described, onText }} />
        )}
        {below}
      </fieldset>
    );
  }
  return (
    <div class={field.kind === 'long' || field.kind === 'json' ? 'field whole' : 'field'}>
      <label for={id}>{label}</label>
      {field.kind === 'choice' || field.kind === 'flag' ? (
        <select {...shared} value={text}>
          <option value="">{none}</option>
          {field.kind === 'flag'
            ? ['true', 'false'].map((value) => (
                <option value={value} key={value}>
                  {value === 'true' ? t('state.yes') : t('state.no')}
                </option>
              ))
            : field.choices.map((choice) => (
                <option value={choice} key={choice}>
                  {choiceWords(field, choice)}
                </option>
              ))}
        </select>
      ) : field.kind === 'long' || field.kind === 'json' || field.kind === 'lines' ? (
        <textarea
          {...shared}
          rows={rowsOf(field)}
          value={text}
          spellcheck={field.kind === 'long'}
        />
      ) : (
        <input
          {...shared}
          value={text}
          type="text"
          inputMode={field.kind === 'number' ? 'numeric' : undefined}
          autocomplete="off"
        />
      )}
      {below}
    </div>
  );
}
