const begin = /^<{7}(?: .*)?$/m;
const middle = /^={7}$/m;
const end = /^>{7}(?: .*)?$/m;

/** The offset of the first mark of a merge that nobody resolved, as git and `--merge` write them. */
export function conflictAt(text: string): number | null {
  const first = begin.exec(text);
  if (first === null) return null;
  const rest = text.slice(first.index);
  const between = middle.exec(rest);
  return between !== null && end.test(rest.slice(between.index)) ? first.index : null;
}

export const conflictMessage = 'The file has marks of a merge that nobody resolved.';
export const conflictFix =
  'Keep one side of each mark, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.';
