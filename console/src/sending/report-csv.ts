import { csvLine, guardCell } from '@postroad/core/people/import/cells';

/** Rows of a report as CSV, with the names of the API as its header, and no cell that is a formula. */
export function reportCsv(
  names: readonly string[],
  rows: readonly Readonly<Record<string, string | number | null>>[],
): string {
  const cell = (value: string | number | null | undefined) =>
    typeof value === 'string' ? guardCell(value) : String(value ?? '');
  return [names, ...rows.map((row) => names.map((name) => cell(row[name])))].map(csvLine).join('');
}

/** Has the browser keep a text as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a');
  // Spreadsheets read other letters than those of ASCII only behind a mark.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
