import { own, quoted } from '../../platform/json.ts';
import { reportCondition } from '../codes.ts';
import type { SequenceReached } from '../condition.ts';
import { answerTo, type FactQuestion } from '../facts.ts';
import { checkId, checkWithinDays, isId, withinText } from '../leaf-keys.ts';
import { isWithin, withinUntil } from '../within.ts';
import type { ConditionType } from './condition-type.ts';

function sequenceReached<Type extends string>(
  moment: 'started' | 'finished',
): ConditionType<SequenceReached<Type>> {
  const questionOf = ({ sequence_id }: SequenceReached<Type>): FactQuestion => ({
    kind: 'sequence',
    moment,
    sequence_id,
  });
  return {
    keys: ['sequence_id', 'within_days'],

    check: (leaf, path) => [
      ...checkId(leaf, path, 'sequence_id', 'a sequence', 'sequence_unknown'),
      ...checkWithinDays(leaf, path),
    ],

    references(leaf, path, { sequences }) {
      const id = own(leaf, 'sequence_id');
      if (!isId(id) || sequences.has(id)) return [];
      const message = `There is no sequence ${id}.`;
      return [reportCondition('sequence_unknown', `${path}.sequence_id`, message)];
    },

    asks: (leaf) => [questionOf(leaf)],

    names: (leaf) => [{ kind: 'sequence', name: leaf.sequence_id }],

    evaluate(leaf, facts, { now }) {
      const actual = answerTo(facts, questionOf(leaf));
      return { actual, result: isWithin(actual, leaf.within_days, now) };
    },

    changesAt: (leaf, facts) => withinUntil(answerTo(facts, questionOf(leaf)), leaf.within_days),

    summary: (leaf) =>
      `${moment} the sequence ${quoted(own(leaf, 'sequence_id'))}${withinText(leaf)}`,
  };
}

export const startedSequence = sequenceReached<'started_sequence'>('started');
export const finishedSequence = sequenceReached<'finished_sequence'>('finished');
