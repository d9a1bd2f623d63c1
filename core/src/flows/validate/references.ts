import { checkTriggerReferences } from '../definition/trigger.ts';
import { stepType } from '../steps/table.ts';
import type { Pass } from './pass.ts';

/** Third pass: everything that a step names exists and fits (VAL-08 to VAL-12, VAL-19). */
export const references: Pass = (subject, findings) => {
  findings.add(checkTriggerReferences(subject.definition.trigger, 'trigger', subject));
  for (const place of subject.walk.places) {
    const { step, path } = place;
    const type = stepType(step.type);
    for (const [key, { kind }] of Object.entries(type?.fields ?? {})) {
      if (!Object.hasOwn(step, key)) continue;
      findings.add(kind.references(step[key], `${path}.${key}`, subject.references), place);
    }
    if (type?.references) findings.add(type.references(step, path, subject.references), place);
  }
};
