import { tagKey } from '../../conditions/compare.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { checkTriggerReferences } from '../definition/trigger.ts';
import { checkGoalReferences } from '../goals/goal.ts';
import { stepType } from '../steps/table.ts';
import type { Pass } from './pass.ts';

/** Third pass: everything a step names exists and fits (VAL-08 to VAL-12, VAL-19). */
export const references: Pass = function* references(subject, issues) {
  issues.add(checkTriggerReferences(subject.definition.trigger, 'trigger', subject));
  issues.add(checkGoalReferences(subject.definition.goals, 'goals', subject.references));
  const tags = new Set(subject.references.tags);
  let asked = 0;
  const nearTag = (tag: string) => {
    asked += 1;
    return asked > limits.tagSuggestions ? null : nearest(tagKey(tag), tags);
  };
  const known = { ...subject.references, tags, nearTag };
  for (const listed of subject.stepList.steps) {
    const { step, path } = listed;
    const type = stepType(step.type);
    for (const [key, { kind }] of Object.entries(type?.fields ?? {})) {
      if (!Object.hasOwn(step, key)) continue;
      issues.add(kind.references(step[key], `${path}.${key}`, known), listed);
    }
    if (type?.references) issues.add(type.references(step, path, known), listed);
    // A later step may name a record that this one creates (SPEC-13).
    for (const tag of type?.makesTags?.(step) ?? []) tags.add(tag);
    yield;
  }
};
