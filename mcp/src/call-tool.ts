import { randomUUID } from 'node:crypto';
import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { nearestRecord } from '@postroad/core/operations/nearest-record';
import { type Call, runTool } from '@postroad/core/operations/run-tool';
import type { Tool } from '@postroad/core/operations/tool';
import { limits } from '@postroad/core/platform/limits';
import { internalProblem } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import {
  answerGiven,
  askFor,
  asksFirst,
  type ConfirmMode,
  canAsk,
  changesAnything,
  declined,
  nobodyToAsk,
} from './confirmation.ts';
import { type FittedResult, fitResult } from './fit-result.ts';
import { withProgress } from './progress.ts';
import { resourceLinks } from './resource-links.ts';
import { type ToolProblem, toolProblem } from './tool-problem.ts';
import { markUntrusted } from './untrusted.ts';

type Arguments = Record<string, unknown>;

export interface CallOptions {
  /** Whether somebody is asked before people are reached; `elicit` where left out. */
  confirm?: ConfirmMode | undefined;
  /** Time between two notifications of progress, in milliseconds; for tests. */
  progressMs?: number | undefined;
  /** Told of faults of ours, with the id that the answer carries. */
  onFault?: ((error: unknown, requestId: string) => void) | undefined;
}

/** Hosts read either member, so both say the same; links only lead to more. */
function result({ answer, text }: FittedResult, isError: boolean): CallToolResult {
  const links = isError ? [] : resourceLinks(answer);
  return {
    content: [{ type: 'text', text }, ...links],
    structuredContent: { ...answer },
    ...(isError ? { isError } : {}),
  };
}

/** What a call is answered with that was not made; short by itself. */
export function refusedCall(problem: ToolProblem): CallToolResult {
  return result({ answer: problem, text: JSON.stringify(problem) }, true);
}

/** Sets whose answers carry what subscribers wrote. */
const tellsOfPeople = (tool: Tool) =>
  tool.toolset === 'people' || tool.toolset === 'events' || tool.name === 'dry_run_flow';

/** A call whose client went away begins nothing more, and what is not committed is rolled back. */
function whileWanted(call: Call, signal: AbortSignal): Call {
  const isWanted = () => !signal.aborted;
  return (name, input, options) => {
    if (isWanted()) return call(name, input, { ...options, isWanted });
    throw new Refusal('unavailable', 'The call was cancelled. Make it again.');
  };
}

/** Null once nothing stands against the call; else what is answered instead of it. */
async function askedFirst(
  tool: Tool,
  args: Arguments,
  call: Call,
  options: CallOptions,
  [server, context]: [Server, ServerContext],
): Promise<CallToolResult | InputRequiredResult | null> {
  const { confirm = 'elicit' } = options;
  if (confirm === 'never' || !asksFirst(tool, args)) return null;
  const said = answerGiven(context);
  if (said === 'yes') return null;
  if (said === 'no') return refusedCall(declined(tool));
  if (!canAsk(server, context)) {
    return confirm === 'always' ? refusedCall(nobodyToAsk(tool)) : null;
  }
  // What would be refused anyway is refused before anybody is asked.
  const { idempotency_key: _, ...rest } = args;
  const dry = await runTool(tool, { ...rest, dry_run: true }, call);
  if (changesAnything(tool, dry)) return askFor(tool, dry, args);
  // Doing it could change by now what nobody was asked about.
  const { dry_run: __, ...answer } = dry as Arguments;
  return result(fitResult(answer, tool, args), false);
}

/** Answers a `tools/call`; never throws for what a caller or the service did. */
export async function callTool(
  tool: Tool,
  args: Arguments,
  call: Call,
  options: CallOptions,
  [server, context]: [Server, ServerContext],
): Promise<CallToolResult | InputRequiredResult> {
  const wanted = whileWanted(call, context.mcpReq.signal);
  const every = options.progressMs ?? limits.mcpProgressMs;
  try {
    const instead = await askedFirst(tool, args, wanted, options, [server, context]);
    if (instead) return instead;
    const output = await withProgress(context, every, () => runTool(tool, args, wanted));
    const marked = tellsOfPeople(tool) ? markUntrusted(output) : output;
    return result(fitResult(marked as object, tool, args), false);
  } catch (error) {
    const problem = thrownProblem(error);
    if (problem) {
      // What helps to go on is worth one more read, and never worth a fault.
      const near = await nearestRecord(problem, wanted).catch(() => null);
      return result(fitResult(toolProblem(problem, tool, near), tool, args), true);
    }
    const requestId = randomUUID();
    options.onFault?.(error, requestId);
    return refusedCall(toolProblem(internalProblem(requestId), tool));
  }
}
