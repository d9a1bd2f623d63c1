import type { Arguments } from '@postroad/core/catalog/call';
import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import type { Issue } from '@postroad/core/platform/issue';
import { nearest } from '@postroad/core/platform/nearest';
import { argumentAliases, likelyName } from '@postroad/core/platform/operations/aliases';
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

/**
 * The argument that a misspelt one most likely means, of those that a tool lists; the names that its
 * operations have for the same records are understood too, and so are their misspellings.
 */
export function nearestArgument(name: string, tool: Tool, known: readonly string[]): string | null {
  const others = operationsOf(tool).flatMap((operation) =>
    known.flatMap((listed) => ownNamesOf(operation, listed)),
  );
  const aliases = Object.entries(argumentAliases).flatMap(([alias, own]) =>
    known.includes(own) ? [alias] : [],
  );
  const meant = nearest(name, [...known, ...others, ...aliases]);
  if (meant === null) return likelyName(name, known);
  if (known.includes(meant)) return meant;
  return listedNames.get(meant) ?? argumentAliases[meant] ?? null;
}

/** The argument that names the record that a tool is about. */
export function addressOf(tool: Tool): string | undefined {
  const [first] = operationsOf(tool).flatMap((name) => pathParameters(operationNamed(name).path));
  return first === undefined ? undefined : listedName(first);
}

/**
 * Names that agents use for the id or key of a record, whatever its argument is called (mcp.md §5).
 */
const addressNames: ReadonlySet<string> = new Set(['id', 'key', 'id_or_key']);

/** The argument that an alias means: `id` for `layout_id`, `theme_key` for `theme`, `flow` for `flow_key`, `theme` for `theme_key`. */
export function resolveAlias(
  name: string,
  tool: Tool,
  known: readonly string[],
): string | undefined {
  if (known.includes(name)) return name;
  if (addressNames.has(name))
    return addressOf(tool) ?? known.find((entry) => /_(id|key)$/.test(entry));
  const other = Object.hasOwn(argumentAliases, name) ? [argumentAliases[name] ?? name] : [];
  const bare = name.replace(/_(?:id|key)$/, '');
  const others = [listedName(name), ...other, `${name}_key`, `${name}_id`, bare];
  return others.find((entry) => known.includes(entry));
}

/** A text with the arguments that it names under the names of the tool; paths into definitions stay. */
function textInListedNames(text: string, given: Arguments, tool: Tool): string {
  return text.replace(/(?<![\w.$-])[a-z]+(?:_[a-z]+)+(?![\w-])/g, (name) =>
    Object.hasOwn(given, name) ? name : nameIn(tool, name),
  );
}

/** Whether an issue is about an argument as a whole, and not about a member within. */
function isOfArgument({ path }: Issue): boolean {
  return !/[.[]/.test(path);
}

function inListedNames(issue: Issue, given: Arguments, tool: Tool): Issue {
  if (!isOfArgument(issue)) return issue;
  const { fix, path } = issue;
  return {
    ...issue,
    path: Object.hasOwn(given, path) ? path : nameIn(tool, path),
    message: textInListedNames(issue.message, given, tool),
    ...(fix !== undefined && { fix: textInListedNames(fix, given, tool) }),
  };
}

/** The name under which a tool takes an argument of its operations; the same for what it does not take. */
function nameIn(tool: Tool, own: string): string {
  const listed = listedName(own);
  return operationsOf(tool).some((name) => isArgument(name, own)) ? listed : own;
}

/** A problem that names arguments as its caller did, else as the tool lists them. */
export function problemInListedNames(problem: Problem, given: Arguments, tool: Tool): Problem {
  const { errors, detail } = problem;
  // The detail of several errors is that of the first.
  const isOfOne = errors?.[0] === undefined || isOfArgument(errors[0]);
  return {
    ...problem,
    detail: isOfOne ? textInListedNames(detail, given, tool) : detail,
    ...(errors && { errors: errors.map((issue) => inListedNames(issue, given, tool)) }),
  };
}
