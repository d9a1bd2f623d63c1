import { stepType } from '../steps/table.ts';
import type { Pass } from './pass.ts';

/** Third pass: everything that a step names exists (VAL-08 to VAL-12). */
export const references: Pass = (subject, findings) => {
  for (const place of subject.walk.places) {
    const { step, path } = place;
    for (const [key, { kind }] of Object.entries(stepType(step.type)?.fields ?? {})) {
      if (!Object.hasOwn(step, key)) continue;
      findings.add(kind.references(step[key], `${path}.${key}`, subject.references), place);
    }
  }
};
