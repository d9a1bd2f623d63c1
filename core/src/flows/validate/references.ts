import { checkTriggerReferences } from '../definition/trigger.ts';
import { stepType } from '../steps/table.ts';
import type { Pass } from './pass.ts';

/** Third pass: everything that a step names exists and fits (VAL-08 to VAL-12, VAL-19). */
export const references: Pass = (subject, issues) => {
  issues.add(checkTriggerReferences(subject.definition.trigger, 'trigger', subject));
  for (const listed of subject.stepList.steps) {
    const { step, path } = listed;
    const type = stepType(step.type);
    for (const [key, { kind }] of Object.entries(type?.fields ?? {})) {
      if (!Object.hasOwn(step, key)) continue;
      issues.add(kind.references(step[key], `${path}.${key}`, subject.references), listed);
    }
    if (type?.references) issues.add(type.references(step, path, subject.references), listed);
  }
};
