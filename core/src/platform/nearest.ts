/**
 * The number of edits between two texts; swapped neighbours count as one (optimal string
 * alignment). Stops once the result must exceed `most`.
 */
export function distance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= to.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      const cost = Math.min(
        substitution,
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        swapped ? (beforePrevious[column - 2] ?? 0) + 1 : most + 1,
      );
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > most) return most + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length] ?? most + 1;
}

/**
 * The shortest known name that contains all words of the given one, such as send_broadcast_now for
 * send_now.
 */
function withWordsOf(wanted: string, known: Iterable<string>): string | null {
  const words = wanted.split(/[_\s-]+/);
  if (words.length < 2) return null;
  let best: string | null = null;
  for (const candidate of known) {
    const own = candidate.toLowerCase().split(/[_\s-]+/);
    if (!words.every((word) => own.includes(word))) continue;
    if (best === null || candidate.length < best.length) best = candidate;
  }
  return best;
}

/** The known name that a misspelt one most likely means, or null if none is close. */
export function nearest(name: string, known: Iterable<string>): string | null {
  // One edit turns any letter into any other, which says nothing about the intended name.
  if (name.length > 100 || name.length < 2) return null;
  const wanted = name.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length / 3));
  let best: { name: string; cost: number } | null = null;
  for (const candidate of known) {
    const cost = distance(wanted, candidate.toLowerCase(), best ? best.cost - 1 : most);
    if (cost <= most && (!best || cost < best.cost)) best = { name: candidate, cost };
  }
  return best?.name ?? withWordsOf(wanted, known);
}
