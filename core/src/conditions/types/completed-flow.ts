import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { CompletedFlow } from '../condition.ts';
import { answerTo, type FactQuestion } from '../facts.ts';
import { checkName, unknownName } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

function questionOf({ flow }: CompletedFlow): FactQuestion {
  return { kind: 'completed_flow', flow };
}

/** A completed run reached the end; a run that an exit_flow ended did not (spec, Flow). */
export const completedFlow: ConditionType<CompletedFlow> = {
  keys: ['flow'],
  check: (leaf, path) => checkName(leaf, path, 'flow', 'the key of a flow', limits.keyChars),

  references(leaf, path, { flows }) {
    const key = own(leaf, 'flow');
    if (typeof key !== 'string' || flows.has(key)) return [];
    const message = `There is no flow ${quoted(key)}.`;
    return [unknownName('flow_unknown', `${path}.flow`, message, key, flows)];
  },

  asks: (leaf) => [questionOf(leaf)],

  names: (leaf) => [{ kind: 'flow', name: leaf.flow }],

  evaluate(leaf, facts) {
    const actual = answerTo(facts, questionOf(leaf));
    return { actual, result: actual !== null };
  },

  summary: (leaf) => `completed the flow ${quoted(own(leaf, 'flow'))}`,
};
