import { randomUUID } from 'node:crypto';
import { type CallToolResult, type Tool as ListedTool, Server } from '@modelcontextprotocol/server';
import { type Call, runTool } from '@postroad/core/operations/run-tool';
import type { Tool } from '@postroad/core/operations/tool';
import {
  listedSchema,
  toolAnnotations,
  toolDescription,
  toolWrites,
} from '@postroad/core/operations/tool-schema';
import { hiddenTool, optInToolsets, tools } from '@postroad/core/operations/tools';
import { internalProblem } from '@postroad/core/problem';
import { thrownProblem } from '@postroad/core/thrown-problem';
import { version } from '@postroad/core/version';
import { instructions } from './instructions.ts';
import { toolProblem, unknownTool } from './tool-problem.ts';

export interface McpOptions {
  /** Offers only what changes nothing. */
  readOnly?: boolean;
  /** Offers only these sets of tools; all where left out. */
  toolsets?: readonly string[] | undefined;
  /** Told of faults of ours, with the id that the answer carries. */
  onFault?: (error: unknown, requestId: string) => void;
}

/** How long a client may keep the list; it changes only with a new version. */
const listFreshMs = 300_000;

/** Whether a client may call it. The set `core` always: descriptions of others send agents to it. */
function isOffered(tool: Tool, { readOnly = false, toolsets }: McpOptions): boolean {
  if (readOnly && toolWrites(tool)) return false;
  return toolsets === undefined || tool.toolset === 'core' || toolsets.includes(tool.toolset);
}

/** The tools that a client is shown, in their order. */
export function listedTools(options: McpOptions = {}): readonly Tool[] {
  return tools.filter(
    (tool) =>
      isOffered(tool, options) &&
      (options.toolsets !== undefined || !optInToolsets.has(tool.toolset)),
  );
}

function findTool(name: string, options: McpOptions): Tool | undefined {
  const tool = tools.find((entry) => entry.name === name) ?? hiddenTool(name);
  return tool && isOffered(tool, options) ? tool : undefined;
}

/** One entry of `tools/list`. */
export function listedTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    description: toolDescription(tool),
    inputSchema: listedSchema(tool) as ListedTool['inputSchema'],
    annotations: { ...toolAnnotations(tool) },
  };
}

/** Hosts read either member, so both say the same. */
function result(answer: object, isError: boolean): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: { ...answer },
    ...(isError ? { isError } : {}),
  };
}

async function callTool(
  name: string,
  args: Record<string, unknown>,
  options: McpOptions,
  call: Call,
): Promise<CallToolResult> {
  const tool = findTool(name, options);
  if (!tool) return result(unknownTool(name, listedTools(options)), true);
  try {
    return result((await runTool(tool, args, call)) as object, false);
  } catch (error) {
    const problem = thrownProblem(error);
    if (problem) return result(toolProblem(problem, tool), true);
    const requestId = randomUUID();
    options.onFault?.(error, requestId);
    return result(toolProblem(internalProblem(requestId), tool), true);
  }
}

/**
 * A server for one client, on whatever transport it is connected to. `call` does the operations on
 * behalf of that client. The SDK checks no arguments: the operations do, as on every surface.
 */
export function createMcpServer(call: Call, options: McpOptions = {}): Server {
  const server = new Server(
    { name: 'postroad', title: 'Postroad', version },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': { ttlMs: listFreshMs, cacheScope: 'private' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(options).map(listedTool) }));
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(params.name, params.arguments ?? {}, options, call),
  );
  return server;
}
