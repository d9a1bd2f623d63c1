import { isWrite, type Operation, pathParameters } from './operation.ts';
import { draftMembers, isDraft, ofTheChange, revisedMembers } from './revised-resources.ts';

/** There is one record of each, so no path names it. */
const single: ReadonlySet<string> = new Set(['profile', 'settings']);

/** Whether the operation changes one record that exists, so that its caller may say which revision. */
export function takesRevision(operation: Pick<Operation, 'safety' | 'revised' | 'path'>): boolean {
  const { revised, path } = operation;
  if (revised === undefined || !isWrite(operation)) return false;
  return single.has(revised) || pathParameters(path).length > 0;
}

function numberIn(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const { revision } = value as { revision?: unknown };
  return typeof revision === 'number' ? revision : null;
}

/** The revision of the record that an answer shows; null where it shows none. */
export function revisionIn({ revised }: Pick<Operation, 'revised'>, output: object): number | null {
  if (revised === undefined) return null;
  const members = { ...revisedMembers, ...draftMembers };
  const member = revised === ofTheChange ? 'change' : members[revised];
  const shown = member === null ? null : numberIn((output as Record<string, unknown>)[member]);
  return shown ?? numberIn(output);
}

/**
 * Whether the revision tells a whole answer apart. That of a draft does not: the answer also says how
 * the draft differs from what is live, which changes without it.
 */
export function isWhole({ revised }: Pick<Operation, 'revised'>): boolean {
  return revised === undefined || revised === ofTheChange || !isDraft(revised);
}
