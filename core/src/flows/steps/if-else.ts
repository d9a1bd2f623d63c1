import { evaluate } from '../../conditions/evaluate.ts';
import { conditionSummary } from '../../conditions/summary.ts';
import { own } from '../../platform/json.ts';
import type { IfElse } from '../definition/definition.ts';
import { condition } from '../definition/field-kind.ts';
import type { StepType } from './step-type.ts';

/** Takes `then` if its condition holds, otherwise `else` (RUN-04). */
export const ifElse: StepType<IfElse> = {
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
