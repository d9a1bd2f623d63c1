import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { isWrite } from '@postroad/core/platform/operations/operation';
import { accountTools } from './account.ts';
import { billingTools } from './billing.ts';
import { broadcastTools } from './broadcasts.ts';
import { conditionTools } from './conditions.ts';
import { contentTools } from './content.ts';
import { definitionTools } from './definitions.ts';
import { eventTools } from './events.ts';
import { flowTools } from './flows.ts';
import { peopleTools } from './people.ts';
import { sendingTools } from './sending.ts';
import { sequenceTools } from './sequences.ts';
import { operationsOf, type Tool } from './tool.ts';

const rooms = [
  ...peopleTools,
  ...eventTools,
  ...billingTools,
  ...conditionTools,
  ...contentTools,
  ...flowTools,
  ...sequenceTools,
  ...broadcastTools,
  ...sendingTools,
  ...definitionTools,
  ...accountTools,
] as const;

export type ToolName = (typeof rooms)[number]['name'];

/** Every tool, room by room. */
export const tools: readonly Tool[] = rooms;

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/** Names that tools are called by without being listed under them (mcp.md §5). */
const byAlias = new Map(
  tools.flatMap((tool) => {
    const { aliases = [], operation } = tool;
    const pair =
      typeof operation === 'object' && 'create' in operation
        ? [operation.create, operation.update]
        : [];
    return [...aliases, ...pair].map((alias): [string, Tool] => [alias, tool]);
  }),
);

/** Calls one operation alone that shares a tool with another one. */
function aloneIn(shared: Tool, name: OperationName): Tool {
  const operation = operationNamed(name);
  return {
    name,
    toolset: shared.toolset,
    description: operation.summary,
    operation: name,
    hints: isWrite(operation) ? shared.hints : { readOnly: true, openWorld: false },
  };
}

/**
 * The tool that a call means: by its name, by an alias, or by the name of an operation that shares a
 * tool with another one.
 */
export function toolCalled(name: string): Tool | undefined {
  const known = toolNamed(name) ?? byAlias.get(name);
  if (known) return known;
  const shared = tools.find((tool) => operationsOf(tool).some((operation) => operation === name));
  return shared && aloneIn(shared, name as OperationName);
}

/** The tool that reaches an operation; an agent is pointed at it. */
export function toolServing(operation: OperationName): Tool | undefined {
  return (
    tools.find((tool) => tool.alsoServes?.includes(operation)) ??
    tools.find((tool) => operationsOf(tool).includes(operation))
  );
}

/** Texts that begin with the name of an operation, with that of the tool that serves it instead. */
export function namingTools(texts: readonly string[]): string[] {
  return texts.map((text) =>
    text.replace(/^\w+/, (name) => toolServing(name as OperationName)?.name ?? name),
  );
}
