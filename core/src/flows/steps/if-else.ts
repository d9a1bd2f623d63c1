import type { Condition } from '../../conditions/condition.ts';
import { evaluate } from '../../conditions/evaluate.ts';
import { conditionSummary } from '../../conditions/summary.ts';
import { own } from '../../platform/json.ts';
import type { Step, StepBase } from '../definition/definition.ts';
import { condition } from '../definition/field-kind.ts';
import type { StepType } from './step-type.ts';

export interface IfElse extends StepBase {
  type: 'if_else';
  condition: Condition;
  then: Step[];
  else: Step[];
}

/** Takes `then` if its condition holds, otherwise `else` (RUN-04). */
export const ifElse: StepType<IfElse> = {
  words: {
    purpose:
      'Takes then when the condition holds, else otherwise; both continue behind the branch.',
    example: ({ condition, send }) => ({
      name: 'Is it for them',
      condition,
      // biome-ignore lint/suspicious/noThenProperty: an arm of a branch is named so
      then: [send],
      else: [],
    }),
    uses: ['fields', 'tags'],
    rules: ['Every arm is a list and must be there; after an arm the person continues behind it.'],
    errors: [/^arm/],
  },
  fields: { condition: { kind: condition, required: true } },
  arms: ['then', 'else'],
  ends: false,
  summary: (step) => `If ${conditionSummary(own(step, 'condition'))}`,
  holds: () => false,

  enter(step, { answers, now, memo }) {
    const { result, values } = evaluate(step.condition, answers, now, memo.leafTypes);
    return { kind: 'arm', arm: result ? 'then' : 'else', values };
  },
};
