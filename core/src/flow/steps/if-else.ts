import { evaluate } from '../../condition/evaluate.ts';
import { own } from '../../condition/json.ts';
import { conditionSummary } from '../../condition/summary.ts';
import type { IfElse } from '../definition.ts';
import { condition } from '../field-kind.ts';
import type { StepType } from './step-type.ts';

/** Takes `then` when its condition holds, `else` otherwise (RUN-04). */
export const ifElse: StepType<IfElse> = {
  fields: { condition: { kind: condition, required: true } },
  arms: ['then', 'else'],
  ends: false,
  summary: (step) => `If ${conditionSummary(own(step, 'condition'))}`,
  holds: () => false,

  enter(step, { answers, now }) {
    const { result, values } = evaluate(step.condition, answers, now);
    return { kind: 'arm', arm: result ? 'then' : 'else', values };
  },
};
