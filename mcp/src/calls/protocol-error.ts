import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { answerInWords, type Words } from '@postroad/core/catalog/words';
import { cursorRefused } from '@postroad/core/platform/cursor';
import { internalProblem, type Problem } from '@postroad/core/platform/problem';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';

/** Receives faults of the service, with the id that the answer carries. */
export type OnFault = (error: unknown, requestId: string) => void;

function codeFor({ code, status }: Problem): ProtocolErrorCode {
  if (status >= 500) return ProtocolErrorCode.InternalError;
  const isOfParameters = code === 'validation_failed' || code === 'not_found';
  return isOfParameters ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InvalidRequest;
}

/**
 * Runs what is no tool call, whose errors are those of the protocol: a refusal says whose fault it is and
 * holds the problem as `data`; of a fault of the service the client gets an id, and `onFault` the rest.
 */
export async function inProtocol<T>(
  work: () => T | Promise<T>,
  { words, onFault }: { words: Words; onFault: OnFault | undefined },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const refused = thrownProblem(error);
    const requestId = randomUUID();
    if (!refused) onFault?.(error, requestId);
    const problem = answerInWords(refused ?? internalProblem(requestId), words);
    throw new ProtocolError(codeFor(problem), problem.detail, problem);
  }
}

/** Throws a 422 for a cursor of a list that has one page, or that another list gave out. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined && cursor !== '') throw cursorRefused();
}
