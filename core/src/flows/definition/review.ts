import { type Validation, validationOf } from '../../platform/issue.ts';
import type { ValidationContext } from '../validate/pass.ts';
import { validateFlow } from '../validate/validate.ts';
import { type Normalised, normalise } from './normalise.ts';

export interface Review extends Pick<Normalised, 'definition' | 'refusals'> {
  validation: Validation;
}

/**
 * What saving a definition would store, refuse and report; used by saving, `validate` and a diff of
 * definitions (contract §5.3). Takes any JSON and never throws.
 */
export function review(input: unknown, context: ValidationContext): Review {
  const { definition, refusals, issues } = normalise(input, context.held);
  const found = [...issues, ...validateFlow(definition, context)];
  return { definition, refusals, validation: validationOf(found) };
}
