import type { Arguments } from '@postroad/core/catalog/call';
import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import type { Issue } from '@postroad/core/platform/issue';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import type { Problem } from '@postroad/core/platform/problem';
import type { z } from 'zod';
import { operationsOf, type Tool } from './tool.ts';

/**
 * The records that every tool takes under one name, by whatever tells them apart (AGT-15), with the
 * arguments of operations that name them.
 */
const ownNames = {
  person: ['person_id'],
  segment: ['segment_id', 'segment_key'],
  email: ['email_id'],
  flow: ['flow_id', 'flow_key'],
} as const satisfies Record<string, readonly string[]>;

export type NamedRecord = keyof typeof ownNames;

const listedNames: ReadonlyMap<string, NamedRecord> = new Map(
  Object.entries(ownNames).flatMap(([listed, names]) =>
    names.map((own): [string, NamedRecord] => [own, listed as NamedRecord]),
  ),
);

/** The argument of a tool that stands for one of its operation. */
export function listedName(own: string): string {
  return listedNames.get(own) ?? own;
}

/** Whether an operation has an argument of this name. */
export function isArgument(operation: OperationName, name: string): boolean {
  const { shape } = operationNamed(operation).input as z.ZodObject;
  return Object.hasOwn(shape, name);
}

/** The arguments of an operation under other names that an argument of its tool can become. */
export function ownNamesOf(operation: OperationName, listed: string): readonly string[] {
  const names: readonly string[] = Object.hasOwn(ownNames, listed)
    ? ownNames[listed as NamedRecord]
    : [];
  return names.filter((name) => isArgument(operation, name));
}

/** Whether an operation takes an argument of its tool. */
export function takes(operation: OperationName, listed: string): boolean {
  return isArgument(operation, listed) || ownNamesOf(operation, listed).length > 0;
}

/** The argument that names the record that a tool is about. */
export function addressOf(tool: Tool): string | undefined {
  const [first] = operationsOf(tool).flatMap((name) => pathParameters(operationNamed(name).path));
  return first === undefined ? undefined : listedName(first);
}

function inListedNames(issue: Issue, given: Arguments): Issue {
  const listed = listedNames.get(issue.path);
  if (listed === undefined || Object.hasOwn(given, issue.path)) return issue;
  const renamed = (text: string) => text.replaceAll(issue.path, listed);
  const { fix } = issue;
  return {
    ...issue,
    path: listed,
    message: renamed(issue.message),
    ...(fix !== undefined && { fix: renamed(fix) }),
  };
}

/** A problem that names arguments as its caller did, else as the tool lists them. */
export function problemInListedNames(problem: Problem, given: Arguments): Problem {
  const { errors } = problem;
  if (errors === undefined) return problem;
  return { ...problem, errors: errors.map((issue) => inListedNames(issue, given)) };
}
