import { Refusal } from '@postroad/core/platform/refusal';
import type { InvokeOptions } from './service.ts';

interface Call {
  options: Pick<InvokeOptions, 'isWanted'>;
}

function cancelled(): Refusal {
  return new Refusal('unavailable', 'The call was cancelled, and nothing of it was stored.');
}

function isActive({ options }: Call): boolean {
  return options.isWanted?.() !== false;
}

/**
 * Throws once the caller has given up waiting, which rolls back what the transaction has written.
 */
export function throwIfCancelled(call: Call): void {
  if (!isActive(call)) throw cancelled();
}

/** Writes those calls of a group whose callers still wait, and refuses the others. */
export async function writeActive<Asked extends Call, Result>(
  calls: readonly Asked[],
  write: (active: readonly [Asked, ...Asked[]]) => Promise<Result[]>,
): Promise<(Result | Refusal)[]> {
  const active = calls.map(isActive);
  const [first, ...others] = calls.filter((_, index) => active[index]);
  const results = (first === undefined ? [] : await write([first, ...others])).values();
  return active.map((waits) => (waits ? (results.next().value as Result) : cancelled()));
}
