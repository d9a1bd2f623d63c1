import { z } from 'zod';
import type { Operation } from './operation.ts';

/** Whether the operation answers a page of a list, with the cursor of the next one (LEFT-07). */
export function isPaged({ output }: Pick<Operation, 'output'>): boolean {
  return output instanceof z.ZodObject && 'next_cursor' in output.shape;
}

/** The cursor of the next page in an answer; null on the last page, and for what is no list. */
export function nextCursorIn(output: object): string | null {
  const { next_cursor = null } = output as { next_cursor?: unknown };
  return typeof next_cursor === 'string' ? next_cursor : null;
}
