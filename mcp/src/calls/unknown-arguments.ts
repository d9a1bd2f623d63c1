import { settingKeys } from '@postroad/core/account/settings';
import type { Arguments } from '@postroad/core/catalog/call';
import { operationNamed } from '@postroad/core/catalog/catalog';
import type { ObjectSchema } from '@postroad/core/catalog/input-schema';
import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import { definitionKeys } from '@postroad/core/flows/validate/shape';
import type { Issue } from '@postroad/core/platform/issue';
import { isObject } from '@postroad/core/platform/json';
import { likelyName } from '@postroad/core/platform/operations/aliases';
import { pathWithin } from '@postroad/core/platform/operations/parse-input';
import { revisedMembers } from '@postroad/core/platform/operations/revised-resources';
import { listedName, nearestArgument, resolveAlias } from '../tools/argument-names.ts';
import { tools } from '../tools/catalog.ts';
import { toolSchema } from '../tools/schema.ts';
import { operationsOf, type Tool } from '../tools/tool.ts';

/** The arguments inside of one that is none, such as `input`, in which other protocols send all of them. */
function argumentsWithin(value: unknown, tool: Tool, known: readonly string[]): string[] {
  return isObject(value)
    ? Object.keys(value).filter((name) => resolveAlias(name, tool, known) !== undefined)
    : [];
}

/** The known argument closest to an unknown name: `theme_key` for `theme`, `id` or `themeKey`. */
function suggestArgument(name: string, tool: Tool): string | null {
  const known = Object.keys(toolSchema(tool).properties);
  const part = (entry: string) => entry.startsWith(`${name}_`) || entry.endsWith(`_${name}`);
  return known.find(part) ?? nearestArgument(name, tool, known);
}

/** The argument whose entries have a member of this name, such as `events` for `email`. */
function listWithEntriesOf(name: string, tool: Tool): string | undefined {
  const lists = Object.entries(toolSchema(tool).properties);
  const found = lists.find(([, { items }]) => Object.hasOwn(items?.properties ?? {}, name));
  return found?.[0];
}

/** Where the tool takes a member of this name in an object, such as `email.subject`. */
function memberWithin(name: string, tool: Tool): string | null {
  const paths = operationsOf(tool).map((operation) =>
    pathWithin(name, operationNamed(operation).input),
  );
  return paths.find((path) => path !== null) ?? null;
}

/** Members of the arguments whose schema lists none. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  settings: settingKeys,
  variables: themeVocabulary.map(({ name }) => name),
  definition: definitionKeys,
};

/** The argument that is an object with a member of this name, and that member. */
function openMember(name: string, { properties }: ObjectSchema): [string, string] | null {
  for (const [argument, members] of Object.entries(membersOf)) {
    // The definition of a segment is a condition.
    const isOwn = argument === 'definition' ? 'flow' in properties : true;
    if (properties[argument]?.type !== 'object' || !isOwn) continue;
    const member =
      members.find((key) => key === name || key.endsWith(`.${name}`)) ?? likelyName(name, members);
    if (member !== null) return [argument, member];
  }
  return null;
}

/** The resource, as `list_changes` names it, of a record. */
const resourceOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(revisedMembers).map(([resource, member]) => [member ?? '', resource] as const),
  ['person', 'people'],
  ['layout', 'layouts'],
]);

/** The tool that reads one record of a kind by an argument of this name. */
function readerBy(record: string): string | undefined {
  const found = tools.find(({ hints, operation }: Tool) => {
    if (!hints.readOnly || typeof operation === 'string') return false;
    return 'otherwise' in operation && listedName(operation.when) === record;
  });
  return found?.name;
}

/** Where to send what other arguments or another tool take; null for names that mean no record. */
function elsewhere(name: string, value: unknown, tool: Tool): string | null {
  const { properties, required = [] } = toolSchema(tool);
  const record = listedName(name.replace(/_(?:id|key)$/, ''));
  const resource = resourceOf.get(record);
  if (resource !== undefined && properties.resource && properties.id) {
    return `Send resource "${resource}" and id "${String(value)}" in place of ${name}.`;
  }
  const reader = tool.name.endsWith(`_${record}`) ? readerBy(record) : undefined;
  if (reader === undefined || required.length === 0) return null;
  return `Call ${reader} with ${record} for one that is saved, or send ${required.join(', ')} to ${tool.name}.`;
}

/**
 * The argument that takes this name as its value, such as `by` for `flow`; none for a name by which
 * another argument is called, such as `csv` for `content`.
 */
function choiceOf(name: string, { properties }: ObjectSchema): string | undefined {
  if (likelyName(name, Object.keys(properties)) !== null) return undefined;
  return Object.keys(properties).find((argument) => properties[argument]?.enum?.includes(name));
}

function unknownArgument(name: string, value: unknown, tool: Tool): Issue {
  const { properties } = toolSchema(tool);
  const issue = {
    path: name,
    code: 'key_unknown',
    message: `${name} is not an argument of this tool`,
  };
  const within = argumentsWithin(value, tool, Object.keys(properties));
  if (within.length > 0) {
    const fix = `Send what is in ${name} as arguments: ${within.join(', ')}.`;
    return { ...issue, message: `${issue.message}, but has arguments in it.`, fix };
  }
  const list = listWithEntriesOf(name, tool);
  if (list !== undefined) {
    const fix = `Send ${list} as a list of objects, with ${name} in each.`;
    return { ...issue, message: `${issue.message}, but of each entry of ${list}.`, fix };
  }
  const message = `${issue.message}.`;
  const fix = elsewhere(name, value, tool);
  if (fix !== null) return { ...issue, message, fix };
  const open = openMember(name, toolSchema(tool));
  if (open !== null) {
    const [argument, member] = open;
    return { ...issue, message, fix: `Send it in ${argument}, as {"${member}": …}.` };
  }
  const choice = choiceOf(name, toolSchema(tool));
  if (choice !== undefined) return { ...issue, message, fix: `Send ${choice} "${name}".` };
  const meant = suggestArgument(name, tool) ?? memberWithin(name, tool);
  if (meant !== null) {
    return { ...issue, message: `${message} Did you mean ${meant}?`, did_you_mean: meant };
  }
  if (properties.fields?.type !== 'object') return { ...issue, message };
  return {
    ...issue,
    message,
    fix: `Send it in fields, as {"${name}": …}, if it is a field of people.`,
  };
}

/** What is wrong with each argument that a tool does not take, and what to send instead. */
export function unknownArguments(args: Arguments, tool: Tool): Issue[] {
  const known = Object.keys(toolSchema(tool).properties);
  return Object.keys(args)
    .filter((name) => !known.includes(name))
    .map((name) => unknownArgument(name, args[name], tool));
}
