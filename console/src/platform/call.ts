import type {
  OperationName,
  OperationOutput,
  OperationRequest,
  OperationRequests,
} from '@postroad/core/catalog/catalog';
import { consoleWords, sentenceInWords } from '@postroad/core/catalog/words';
import { surfaceHeader } from '@postroad/core/platform/surface';
import { namesHeader, operationNamesKept } from '@postroad/http/api/names-kept';
import {
  CallerMemory,
  type CallOptions,
  createClient,
  ProblemError,
  ServerUnreachable,
} from '@postroad/http/client/client';
import { signedOut } from './session.ts';

/** What this page has written, and what it has heard of. */
export const memory = new CallerMemory();

const client = createClient<OperationRequests>({
  memory,
  url: location.origin,
  token: null,
  headers: { [surfaceHeader]: 'console', [namesHeader]: operationNamesKept },
});

/** Calls one operation with the session of this browser. Throws `ProblemError` and `ServerUnreachable`. */
export async function call<Name extends OperationName>(
  name: Name,
  input: OperationRequest<Name>,
  options: CallOptions = {},
): Promise<OperationOutput<Name>> {
  try {
    return (await client.invoke(name, input, options)).output;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 401) signedOut();
    throw error;
  }
}

/** A fault in the input, at its path in the form. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** A sentence of the service, with the operations that it names as the console calls them. */
export function inWords(sentence: string): string {
  return sentenceInWords(sentence, consoleWords);
}

/** What went wrong, in the words of the service. */
export function problemText(error: unknown): string {
  if (error instanceof ProblemError) return inWords(error.problem.detail);
  if (error instanceof ServerUnreachable) return error.message;
  return error instanceof Error ? error.message : String(error);
}

export function fieldProblems(error: unknown): FieldProblem[] {
  if (!(error instanceof ProblemError)) return [];
  return (error.problem.errors ?? []).map(({ path, message }) => ({
    path,
    message: inWords(message),
  }));
}

export function problemCode(error: unknown): string | null {
  return error instanceof ProblemError ? error.problem.code : null;
}
