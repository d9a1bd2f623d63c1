import { randomUUID } from 'node:crypto';
import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Arguments, Call } from '@postroad/core/catalog/call';
import { nearestRecord } from '@postroad/core/catalog/nearest-record';
import { answerInWords } from '@postroad/core/catalog/words';
import { limits } from '@postroad/core/platform/limits';
import { internalProblem } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { resourceLinks } from '../resources/resource-links.ts';
import type { Exposure } from '../tools/exposure.ts';
import type { Tool } from '../tools/tool.ts';
import { toolWords } from '../tools/tool-words.ts';
import {
  type ConfirmMode,
  canElicit,
  cannotElicitProblem,
  declinedProblem,
  needsConfirmation,
  readConfirmation,
  requestConfirmation,
} from './confirmation.ts';
import { type FittedResult, fitResult } from './fit-result.ts';
import { withProgress } from './progress.ts';
import { runTool } from './run-tool.ts';
import { type ToolProblem, toolProblem } from './tool-problem.ts';

export interface CallOptions extends Exposure {
  /** Whether a person must confirm calls that reach people; `elicit` by default. */
  confirm?: ConfirmMode | undefined;
  /** Milliseconds between two progress notifications; for tests. */
  progressMs?: number | undefined;
  /** Receives faults of the service, with the id that the answer carries. */
  onFault?: ((error: unknown, requestId: string) => void) | undefined;
}

/** An answer as text alone: no tool has an output schema (LEFT-24). Links lead to more of what was read. */
function result({ answer, text }: FittedResult, tool: Tool): CallToolResult {
  const links = tool.hints.readOnly ? resourceLinks(answer) : [];
  return { content: [{ type: 'text', text }, ...links] };
}

/** A problem, which the contract asks for as text and as structured content (§1, MCP errors). */
function failure({ answer, text }: FittedResult): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...answer }, isError: true };
}

/** The result of a refused call. It is short, so nothing is cut. */
export function refusedCall(problem: ToolProblem): CallToolResult {
  return failure({ answer: problem, text: JSON.stringify(problem) });
}

/**
 * Aborts operations of a client that cancelled or disconnected: no new one starts, and one that is
 * not committed is rolled back.
 */
function abortable(call: Call, signal: AbortSignal): Call {
  const isActive = () => !signal.aborted;
  return (name, input, options) => {
    if (isActive()) return call(name, input, { ...options, isWanted: isActive });
    throw new Refusal('unavailable', 'The call was cancelled. Make it again.');
  };
}

/**
 * Asks for confirmation if the call needs it. Returns null if the call may be made, otherwise the
 * result to return instead.
 */
async function confirmFirst(
  tool: Tool,
  args: Arguments,
  call: Call,
  options: CallOptions,
  [server, context]: [Server, ServerContext],
): Promise<CallToolResult | InputRequiredResult | null> {
  const { confirm = 'elicit' } = options;
  const { confirmation } = tool;
  if (confirm === 'never' || !confirmation || !needsConfirmation(confirmation, args)) return null;
  const answer = readConfirmation(context);
  if (answer === 'yes') return null;
  if (answer === 'no') return refusedCall(declinedProblem(tool));
  if (!canElicit(server, context)) {
    return confirm === 'always' ? refusedCall(cannotElicitProblem(tool)) : null;
  }
  // A call that would be refused anyway is refused before anybody is asked.
  const { idempotency_key: _, ...rest } = args;
  const dry = await runTool(tool, { ...rest, dry_run: true }, call);
  if (confirmation.changesAnything?.(dry) ?? true)
    return requestConfirmation(confirmation.question(dry, args));
  // The real call could by now change something that nobody confirmed.
  const { dry_run: __, ...output } = dry as Arguments;
  return result(fitResult(output, tool, args), tool);
}

/**
 * Serves `tools/call`. Errors of the caller and faults of the service become results with
 * `isError`; it does not throw for them. A call that needs confirmation costs one dry run more.
 */
export async function callTool(
  tool: Tool,
  args: Arguments,
  call: Call,
  options: CallOptions,
  [server, context]: [Server, ServerContext],
): Promise<CallToolResult | InputRequiredResult> {
  const abortableCall = abortable(call, context.mcpReq.signal);
  const every = options.progressMs ?? limits.mcpProgressMs;
  try {
    const instead = await confirmFirst(tool, args, abortableCall, options, [server, context]);
    if (instead) return instead;
    const output = await withProgress(context, every, () => runTool(tool, args, abortableCall));
    return result(fitResult(output, tool, args), tool);
  } catch (error) {
    const problem = thrownProblem(error);
    if (problem) {
      // The nearest key costs one more read, whose failure does not matter.
      const near = await nearestRecord(problem, abortableCall).catch(() => null);
      const said = answerInWords(toolProblem(problem, tool, near), toolWords(options));
      return failure(fitResult(said, tool, args));
    }
    const requestId = randomUUID();
    options.onFault?.(error, requestId);
    return refusedCall(toolProblem(internalProblem(requestId), tool));
  }
}
