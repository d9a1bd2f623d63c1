import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { FieldInput } from '../operations/field-input.tsx';
import { fieldWords } from '../operations/field-words.ts';
import type { FieldSpec } from '../operations/fields.ts';
import { t } from '../platform/words.ts';

interface ArmsProps {
  value: unknown;
  onValue: (value: unknown) => void;
}

function spec(name: string, kind: FieldSpec['kind']): FieldSpec {
  return {
    ...{ name, kind, required: true, nullable: false, numeric: kind === 'number' },
    ...{ description: null, choices: [], maxLength: null },
  };
}

/** A name that no arm has: the next letter, then numbers. */
function newName(arms: readonly unknown[]): string {
  const taken = new Set(arms.map((arm) => (isObject(arm) ? own(arm, 'name') : undefined)));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.find((letter) => !taken.has(letter)) ?? `A${arms.length + 1}`;
}

/** The arms of a split: name, weight and holdout of each; its steps are edited on the drawing. */
export function ArmsField({ value, onValue }: ArmsProps) {
  const arms = Array.isArray(value) ? value : [];
  const change = (index: number, next: JsonObject) =>
    onValue(arms.map((arm: unknown, at) => (at === index ? next : arm)));
  return (
    <fieldset class="stack-tight field-group">
      <legend>{fieldWords('arms')}</legend>
      {arms.map((one: unknown, index) => {
        const arm = isObject(one) ? one : {};
        const { holdout, ...rest } = arm;
        const steps = own(arm, 'steps');
        const isEmpty = !Array.isArray(steps) || steps.length === 0;
        return (
          <fieldset key={index} class="stack-tight field-group">
            <FieldInput
              field={spec('name', 'text')}
              text={String(own(arm, 'name') ?? '')}
              fault={null}
              isChange={false}
              onText={(name) => change(index, { ...arm, name })}
            />
            <FieldInput
              field={spec('weight', 'number')}
              text={String(own(arm, 'weight') ?? '')}
              fault={null}
              isChange={false}
              onText={(text) =>
                change(index, { ...arm, weight: text === '' ? null : Number(text) })
              }
            />
            {(isEmpty || holdout === true) && (
              <label class="row tight">
                <input
                  type="checkbox"
                  name="holdout"
                  checked={holdout === true}
                  onChange={({ currentTarget: { checked } }) =>
                    change(index, checked ? { ...rest, holdout: true, steps: [] } : rest)
                  }
                />
                {t('canvas.holdout.hint')}
              </label>
            )}
            {arms.length > 2 && isEmpty && (
              <button
                type="button"
                class="button"
                onClick={() => onValue(arms.filter((_, at) => at !== index))}
              >
                {t('canvas.removeArm')}
              </button>
            )}
          </fieldset>
        );
      })}
      <button
        type="button"
        class="button"
        onClick={() => onValue([...arms, { name: newName(arms), weight: 50, steps: [] }])}
      >
        {t('canvas.addArm')}
      </button>
    </fieldset>
  );
}
