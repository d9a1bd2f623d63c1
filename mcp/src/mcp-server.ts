import { randomUUID } from 'node:crypto';
import { type CallToolResult, type Tool as ListedTool, Server } from '@modelcontextprotocol/server';
import { type Call, runTool } from '@postroad/core/operations/run-tool';
import {
  toolAnnotations,
  toolDescription,
  toolSchema,
  toolWrites,
} from '@postroad/core/operations/tool-schema';
import { type Tool, tools } from '@postroad/core/operations/tools';
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

/** The toolset `core` is always among them: the descriptions of others send an agent to it. */
function offeredTools({ readOnly = false, toolsets }: McpOptions): readonly Tool[] {
  return tools.filter(
    (tool) =>
      !(readOnly && toolWrites(tool)) &&
      (toolsets === undefined || tool.toolset === 'core' || toolsets.includes(tool.toolset)),
  );
}

/** One entry of `tools/list`. */
export function listedTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    description: toolDescription(tool),
    inputSchema: toolSchema(tool) as ListedTool['inputSchema'],
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
  offered: readonly Tool[],
  call: Call,
  onFault: McpOptions['onFault'],
): Promise<CallToolResult> {
  const tool = offered.find((entry) => entry.name === name);
  if (!tool) return result(unknownTool(name, offered), true);
  try {
    return result((await runTool(tool, args, call)) as object, false);
  } catch (error) {
    const problem = thrownProblem(error);
    if (problem) return result(toolProblem(problem, tool), true);
    const requestId = randomUUID();
    onFault?.(error, requestId);
    return result(toolProblem(internalProblem(requestId), tool), true);
  }
}

/**
 * A server for one client, on whatever transport it is connected to. `call` does the operations on
 * behalf of that client. The SDK checks no arguments: the operations do, as on every surface.
 */
export function createMcpServer(call: Call, options: McpOptions = {}): Server {
  const offered = offeredTools(options);
  const server = new Server(
    { name: 'postroad', title: 'Postroad', version },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': { ttlMs: listFreshMs, cacheScope: 'private' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: offered.map(listedTool) }));
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(params.name, params.arguments ?? {}, offered, call, options.onFault),
  );
  return server;
}
