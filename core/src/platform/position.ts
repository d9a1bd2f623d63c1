/** A position in a text; both members count from 1, columns in UTF-16 units. */
export interface Position {
  line: number;
  column: number;
}

/** The position of an offset in a text. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - start + 1 };
}

/** `positionAt` for many offsets in one text; finds the line starts once. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let line = 1;
    for (let beyond = starts.length + 1; beyond - line > 1; ) {
      const middle = Math.trunc((line + beyond) / 2);
      if ((starts[middle - 1] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}
