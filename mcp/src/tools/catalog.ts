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
import { formTools } from './forms.ts';
import { messageTools } from './messages.ts';
import { peopleTools } from './people.ts';
import { sendingTools } from './sending.ts';
import { sequenceTools } from './sequences.ts';
import { operationsOf, type Tool } from './tool.ts';
import { webhookTools } from './webhooks.ts';

const allTools = [
  ...peopleTools,
  ...eventTools,
  ...billingTools,
  ...conditionTools,
  ...formTools,
  ...contentTools,
  ...flowTools,
  ...sequenceTools,
  ...broadcastTools,
  ...messageTools,
  ...sendingTools,
  ...definitionTools,
  ...accountTools,
  ...webhookTools,
] as const;

export type ToolName = (typeof allTools)[number]['name'];

/** Every tool, in the order of the rooms. */
export const tools: readonly Tool[] = allTools;

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function toolByName(name: string): Tool | undefined {
  return byName.get(name);
}

/** Other names by which tools can be called, which are not listed (mcp.md §5). */
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

/** A tool for one of the operations that share a tool. */
function singleOperationTool(shared: Tool, name: OperationName): Tool {
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
 * Resolves a name to a tool: its own name, an alias, or an operation that shares a tool with
 * another.
 */
export function resolveTool(name: string): Tool | undefined {
  const known = toolByName(name) ?? byAlias.get(name);
  if (known) return known;
  const shared = tools.find((tool) => operationsOf(tool).some((operation) => operation === name));
  return shared && singleOperationTool(shared, name as OperationName);
}

/** The tool through which an agent reaches an operation. */
export function toolForOperation(operation: OperationName): Tool | undefined {
  return (
    tools.find((tool) => tool.alsoServes?.includes(operation)) ??
    tools.find((tool) => operationsOf(tool).includes(operation))
  );
}

/** Replaces the operation name at the start of each text with the name of its tool. */
export function withToolNames(texts: readonly string[]): string[] {
  return texts.map((text) =>
    text.replace(/^\w+/, (name) => toolForOperation(name as OperationName)?.name ?? name),
  );
}
