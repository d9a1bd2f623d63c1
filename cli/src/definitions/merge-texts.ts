import { merge } from 'node-diff3';

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
  const { conflict, result } = merge(lines(yours), lines(base ?? ''), lines(server), {
    excludeFalseConflicts: true,
    label: { a: 'yours', b: 'the server' },
  });
  return { text: result.join('\n'), marked: conflict };
}
