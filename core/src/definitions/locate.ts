import { FileFault } from './file-fault.ts';
import { offsetAt } from './file-tree.ts';
import { typeAt } from './paths.ts';
import { recordTypeOf } from './record-types.ts';

/** From 1; columns count UTF-16 units. */
interface Place {
  line: number;
  column: number;
}

/** Finds places by index in a text whose lines are counted once. */
function placesIn(text: string): (offset: number) => Place {
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

type Locator = (issuePath: string) => Place | null;

/**
 * Says where the value stands in a file that an issue is about, or the last part of its path that is
 * there; the file is read once, whatever its number of issues. `path` is that of the file. Null where
 * the file cannot be read, or the issue is about all of it.
 */
export function locator(path: string, text: string): Locator {
  const type = typeAt(path);
  if (type === null) return () => null;
  try {
    const { node, body } = recordTypeOf(type).read(text);
    const placeAt = placesIn(text);
    return (issuePath) => {
      if (issuePath === '') return null;
      if (body?.key === issuePath || (body && issuePath === 'css')) return placeAt(body.offset);
      // Paths of flows begin inside the definition, those of settings above the file.
      const tries = [issuePath, `definition.${issuePath}`, issuePath.replace(/^settings\./, '')];
      for (const one of tries) {
        const offset = offsetAt(node, one);
        if (offset !== null) return placeAt(offset);
      }
      return null;
    };
  } catch (error) {
    if (error instanceof FileFault) return () => null;
    throw error;
  }
}
