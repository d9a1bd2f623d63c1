import { randomUUID } from 'node:crypto';
import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Arguments, Call } from '@postroad/core/catalog/call';
import type { ConfirmMode } from '@postroad/core/catalog/confirmation';
import { nearestRecord } from '@postroad/core/catalog/nearest-record';
import { answerInWords, type Words } from '@postroad/core/catalog/words';
import { limits } from '@postroad/core/platform/limits';
import { internalProblem } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { resourceLinks } from '../resources/resource-links.ts';
import { problemInListedNames } from '../tools/argument-names.ts';
import type { Exposure } from '../tools/exposure.ts';
import { operationsOf, type Tool } from '../tools/tool.ts';
import { calledAs, toolWords } from '../tools/tool-words.ts';
import { Confirming, declinedProblem } from './confirmation.ts';
import { type FittedResult, fitResult } from './fit-result.ts';
import { withProgress } from './progress.ts';
import type { OnFault } from './protocol-error.ts';
import { runTool } from './run-tool.ts';
import { type ToolProblem, toolProblem } from './tool-problem.ts';

export interface CallOptions extends Exposure {
  /** Whether a person must confirm calls that reach people; `auto` by default. */
  confirm?: ConfirmMode | undefined;
  /** Milliseconds between two progress notifications; for tests. */
  progressMs?: number | undefined;
  /** Receives faults of the service, with the id that the answer carries. */
  onFault?: OnFault | undefined;
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

/** What was called is named as it was called, though the token may not call it. */
function wordsFor(tool: Tool, options: CallOptions): Words {
  const own: readonly string[] = operationsOf(tool);
  const others = toolWords(options);
  return (name, topic) => (own.includes(name) ? calledAs(tool, name) : others(name, topic));
}

/**
 * Serves `tools/call`. Errors of the caller and faults of the service become results with
 * `isError`; it does not throw for them. A call that needs confirmation costs a dry run more.
 */
export async function callTool(
  tool: Tool,
  given: Arguments,
  call: Call,
  options: CallOptions,
  [server, context]: [Server, ServerContext],
): Promise<CallToolResult | InputRequiredResult> {
  const abortableCall = abortable(call, context.mcpReq.signal);
  const every = options.progressMs ?? limits.mcpProgressMs;
  let confirming: Confirming | null = null;
  try {
    const confirm = new Confirming(tool, given, options.confirm ?? 'auto', [server, context]);
    confirming = confirm;
    if (confirm.isDeclined) return refusedCall(declinedProblem(tool));
    const confirmed = confirm.calling(abortableCall);
    const work = () => runTool(tool, confirm.args, confirmed);
    const { follow } = tool;
    const output = await withProgress(
      context,
      every,
      work,
      follow && (() => follow(abortableCall)),
    );
    return result(fitResult(confirm.withToken(output), tool, confirm.args), tool);
  } catch (error) {
    const asked = confirming?.questionFor(error) ?? null;
    if (asked !== null) return asked;
    const problem = thrownProblem(error);
    if (problem) {
      // The nearest key costs one more read, whose failure does not matter.
      const near = await nearestRecord(problem, abortableCall).catch(() => null);
      const shown = problemInListedNames(confirming?.shown(problem) ?? problem, given, tool);
      const guided = toolProblem(shown, tool, near);
      const said = answerInWords(confirming?.guided(guided) ?? guided, wordsFor(tool, options));
      return failure(fitResult(said, tool, given));
    }
    const requestId = randomUUID();
    options.onFault?.(error, requestId);
    return refusedCall(toolProblem(internalProblem(requestId), tool));
  }
}
