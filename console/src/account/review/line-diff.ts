/** A line of a comparison: of both texts, of the old or of the new one alone, or a gap of equal lines. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added' | 'gap';
  text: string;
}

/** Pairs of lines beyond which the middle is shown as replaced, since comparing would take seconds. */
const mostPairs = 4_000_000;

/** Equal lines that are shown before and after a change. */
const around = 3;

const removed = (text: string): DiffLine => ({ kind: 'removed', text });
const added = (text: string): DiffLine => ({ kind: 'added', text });
const same = (text: string): DiffLine => ({ kind: 'same', text });

/** The lines of two texts in one list, by their longest common subsequence. */
function middle(old: readonly string[], next: readonly string[]): DiffLine[] {
  const width = next.length + 1;
  if (old.length * next.length > mostPairs) return [...old.map(removed), ...next.map(added)];
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const both = (lengths[(i + 1) * width + j + 1] ?? 0) + 1;
      const one = Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
      lengths[i * width + j] = old[i] === next[j] ? both : one;
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < next.length) {
    const [here = '', there = ''] = [old[i], next[j]];
    if (here === there) {
      lines.push(same(here));
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
      lines.push(removed(here));
      i += 1;
    } else {
      lines.push(added(there));
      j += 1;
    }
  }
  return [...lines, ...old.slice(i).map(removed), ...next.slice(j).map(added)];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** What became of the lines of a text: all lines of both, in order. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, next.length) - start;
  while (end < most && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
}

/** The changed lines with a few equal ones around them; a gap says how many are left out. */
export function withGaps(lines: readonly DiffLine[]): DiffLine[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same'),
  );
  const shown: DiffLine[] = [];
  let left = 0;
  for (const [at, line] of lines.entries()) {
    if (near[at]) {
      if (left > 0) shown.push({ kind: 'gap', text: String(left) });
      left = 0;
      shown.push(line);
    } else left += 1;
  }
  if (left > 0) shown.push({ kind: 'gap', text: String(left) });
  return shown;
}
