import { createRequire } from 'node:module';

/** The part of node-diff3 that is used here; its own types say `any`. */
interface Diff3 {
  merge(
    yours: readonly string[],
    base: readonly string[],
    server: readonly string[],
    options: { excludeFalseConflicts: boolean; label: { a: string; b: string } },
  ): { conflict: boolean; result: string[] };
}

let loaded: Diff3 | null = null;

/** Loaded by the first merge, like jq: few commands need it. */
function diff3(): Diff3 {
  loaded ??= createRequire(import.meta.url)('node-diff3') as Diff3;
  return loaded;
}

export interface Merged {
  text: string;
  /** Whether lines that both sides changed are marked in the text, as git marks them. */
  marked: boolean;
}

/** Merges two changes of one text by lines; an unknown base is empty, so that nothing is lost. */
export function mergeTexts(yours: string, base: string | null, server: string): Merged {
  if (yours === server || server === base) return { text: yours, marked: false };
  if (yours === base) return { text: server, marked: false };
  const lines = (text: string) => text.split('\n');
  const { conflict, result } = diff3().merge(lines(yours), lines(base ?? ''), lines(server), {
    excludeFalseConflicts: true,
    label: { a: 'yours', b: 'the server' },
  });
  return { text: result.join('\n'), marked: conflict };
}
