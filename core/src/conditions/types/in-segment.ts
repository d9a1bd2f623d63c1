import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { reportCondition } from '../codes.ts';
import type { Condition, InSegment } from '../condition.ts';
import { type FactQuestion, factKey } from '../facts.ts';
import { checkId, checkName, isId, reportKey, unknownName } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

/** The segment that a leaf without errors names. */
export function segmentQuestion(leaf: JsonObject | InSegment): FactQuestion & { kind: 'segment' } {
  return { kind: 'segment', segment: (leaf.segment ?? leaf.segment_id) as string | number };
}

export const inSegment: ConditionType<InSegment> = {
  keys: ['segment', 'segment_id'],

  check(leaf, path) {
    const byKey = Object.hasOwn(leaf, 'segment');
    const byId = Object.hasOwn(leaf, 'segment_id');
    if (byKey === byId) {
      const message = 'in_segment takes exactly one of "segment", a key, and "segment_id".';
      return [reportKey(leaf, path, 'segment', message)];
    }
    return byKey
      ? checkName(leaf, path, 'segment', 'the key of a segment', limits.keyChars)
      : checkId(leaf, path, 'segment_id', 'a segment');
  },

  references(leaf, path, { segments }) {
    const key = own(leaf, 'segment');
    if (typeof key === 'string' && !segments.has(key)) {
      const message = `There is no segment ${quoted(key)}.`;
      return [unknownName('segment_unknown', `${path}.segment`, message, key, segments.keys())];
    }
    const id = own(leaf, 'segment_id');
    if (!isId(id) || [...segments.values()].includes(id)) return [];
    const message = `There is no segment ${id}.`;
    return [reportCondition('segment_unknown', `${path}.segment_id`, message)];
  },

  asks: (leaf) => [segmentQuestion(leaf)],

  names: (leaf) => [{ kind: 'segment', name: segmentQuestion(leaf).segment }],

  evaluate(leaf, { segments }, { holds }) {
    const definition = segments.get(factKey(segmentQuestion(leaf)));
    const result = definition !== undefined && holds(definition as Condition);
    return { actual: result, result };
  },

  changesAt(leaf, { segments }, _now, inner) {
    const definition = segments.get(factKey(segmentQuestion(leaf)));
    return definition === undefined ? null : inner(definition as Condition);
  },

  summary: (leaf) => `is in the segment ${quoted(own(leaf, 'segment') ?? own(leaf, 'segment_id'))}`,
};
