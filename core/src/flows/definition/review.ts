import { runSync } from '../../platform/cooperative.ts';
import { type Validation, validationOf } from '../../platform/issue.ts';
import type { ValidationContext } from '../validate/pass.ts';
import { validateFlowParts } from '../validate/validate.ts';
import { type Normalised, normaliseParts } from './normalise.ts';

export interface Review extends Pick<Normalised, 'definition' | 'refusals'> {
  validation: Validation;
}

/** reviewParts without pauses. */
export function review(input: unknown, context: ValidationContext): Review {
  return runSync(reviewParts(input, context));
}

/**
 * What saving a definition would store, refuse and report; used by saving, `validate` and a diff of
 * definitions (contract §5.3). Takes any JSON and never throws. Pauses after each step.
 */
export function* reviewParts(
  input: unknown,
  context: ValidationContext,
): Generator<undefined, Review> {
  const { definition, refusals, issues } = yield* normaliseParts(input, context.held);
  const found = [...issues, ...(yield* validateFlowParts(definition, context))];
  return { definition, refusals, validation: validationOf(found) };
}
