import { type Problem, problemOf } from './problem.ts';
import { Refusal } from './refusal.ts';

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { code, detail, status } = value as Partial<Problem>;
  return typeof code === 'string' && typeof detail === 'string' && typeof status === 'number';
}

/**
 * The problem document of a thrown error: a Refusal of this process, or a client error with the
 * document from a server. Null for any other error, which is a bug.
 */
export function thrownProblem(error: unknown): Problem | null {
  if (error instanceof Refusal) return problemOf(error);
  const problem = error instanceof Error ? (error as { problem?: unknown }).problem : undefined;
  return isProblem(problem) ? problem : null;
}
