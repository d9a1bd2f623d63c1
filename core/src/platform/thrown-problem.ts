import { type Problem, problemOf } from './problem.ts';
import { Refusal } from './refusal.ts';

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { code, detail, status } = value as Partial<Problem>;
  return typeof code === 'string' && typeof detail === 'string' && typeof status === 'number';
}

/**
 * The problem document of what a call threw, be it a Refusal of this process or the client's error
 * with the document that a server sent. Null for anything else, which is a fault.
 */
export function thrownProblem(error: unknown): Problem | null {
  if (error instanceof Refusal) return problemOf(error);
  const problem = error instanceof Error ? (error as { problem?: unknown }).problem : undefined;
  return isProblem(problem) ? problem : null;
}
