import type { OperationName } from '../catalog/catalog.ts';
import { accountTools } from './account-tools.ts';
import { contentTools } from './content-tools.ts';
import { peopleTools } from './people-tools.ts';
import { sendingTools } from './sending-tools.ts';
import { operationsOf, type Tool, type Toolset, tool } from './tool.ts';

/** All tools in the order in which they are listed; the order is part of the contract. */
export const tools: readonly Tool[] = [
  ...contentTools,
  ...sendingTools,
  ...peopleTools,
  ...accountTools,
];

/** Operations without a tool of their own, and the tool through which each is reached. */
export const servedByOthers: Partial<Record<OperationName, string>> = {
  list_segment_people: 'list_people',
  record_event: 'record_events',
};

export const toolsets: readonly Toolset[] = [...new Set(tools.map((entry) => entry.toolset))];

/** Sets that only who asks for them by name is shown: few agents need them, and each is a risk. */
export const optInToolsets: ReadonlySet<Toolset> = new Set(['tokens', 'clock']);

const byName = new Map(tools.map((entry) => [entry.name, entry]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/** Names that tools are called by without being listed under them (mcp.md §5). */
const aliases: ReadonlyMap<string, string> = new Map([
  ...tools.flatMap(({ name, serves }): [string, string][] =>
    'create' in serves
      ? [
          [serves.create, name],
          [serves.update, name],
        ]
      : [],
  ),
  ['test_send', 'send_test_email'],
  ['archive_email', 'delete_email'],
  ['rollback', 'rollback_flow'],
]);

/**
 * The tool behind a name that is not listed: an alias, or an operation that shares a tool with
 * another one and is then called alone. Its set is that of the tool that is listed.
 */
export function hiddenTool(name: string): Tool | undefined {
  const alias = aliases.get(name);
  if (alias !== undefined) return toolNamed(alias);
  const sharing = tools.find((entry) => operationsOf(entry).some((served) => served === name));
  if (sharing === undefined || sharing.name === name) return undefined;
  return tool(sharing.toolset, name as OperationName);
}

/** The tool that reaches an operation; an agent is pointed at it. */
export function toolServing(operation: OperationName): Tool | undefined {
  const other = servedByOthers[operation];
  if (other !== undefined) return toolNamed(other);
  return tools.find((entry) => operationsOf(entry).includes(operation));
}
