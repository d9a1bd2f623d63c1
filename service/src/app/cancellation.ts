import { Refusal } from '@postroad/core/platform/refusal';
import type { InvokeOptions } from './service.ts';

interface Call {
  options: Pick<InvokeOptions, 'isWanted'>;
}

function unwanted(): Refusal {
  return new Refusal('unavailable', 'The call was cancelled, and nothing of it was stored.');
}

function isWanted({ options }: Call): boolean {
  return options.isWanted?.() !== false;
}

/** Throws once nobody waits for the answer: what the transaction has written is rolled back by it. */
export function requireWanted(call: Call): void {
  if (!isWanted(call)) throw unwanted();
}

/** Has those calls of a group written that somebody waits for; refuses the others. */
export async function writeWanted<Asked extends Call, Result>(
  calls: readonly Asked[],
  write: (wanted: readonly [Asked, ...Asked[]]) => Promise<Result[]>,
): Promise<(Result | Refusal)[]> {
  const wanted = calls.map(isWanted);
  const [first, ...others] = calls.filter((_, index) => wanted[index]);
  const results = (first === undefined ? [] : await write([first, ...others])).values();
  return wanted.map((waits) => (waits ? (results.next().value as Result) : unwanted()));
}
