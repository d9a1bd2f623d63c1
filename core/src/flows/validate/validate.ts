import type { ValidationIssue } from '../../platform/issue.ts';
import type { Definition } from '../definition/definition.ts';
import { listSteps } from '../definition/step-list.ts';
import { deadCode } from './dead-code.ts';
import { IssueCollector, type Pass, type ValidationContext } from './pass.ts';
import { references } from './references.ts';
import { selfTrigger } from './self-trigger.ts';
import { shape } from './shape.ts';
import { uniqueIds } from './unique-ids.ts';

/** In the order of the specification (VAL-04). */
const passes: readonly Pass[] = [shape, uniqueIds, references, selfTrigger, deadCode];

/**
 * Validates a normalised definition: issues by pass, within a pass in document order. Takes any
 * JSON and never throws. Pauses after each step of a pass.
 */
export function* validateFlowParts(
  definition: Definition,
  context: ValidationContext,
): Generator<undefined, ValidationIssue[]> {
  const subject = { ...context, definition, stepList: listSteps(definition.nodes) };
  const issues = new IssueCollector();
  for (const pass of passes) yield* pass(subject, issues);
  return issues.all();
}
