/** Rows with the same value, the most frequent first. */
export interface Grouped {
  value: string;
  count: number;
}

/** Counts rows by a text of them; rows without one are left out. */
export function groupedBy<Row>(
  rows: readonly Row[],
  textOf: (row: Row) => string | null,
): Grouped[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = textOf(row);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count);
}
