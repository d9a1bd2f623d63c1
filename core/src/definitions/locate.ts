import { type Position, positionsIn } from '../platform/position.ts';
import { typeAt } from './paths.ts';
import { recordTypeOf } from './record-types.ts';
import { FileError } from './text/file-error.ts';
import { offsetAt } from './text/file-tree.ts';

type Locator = (issuePath: string) => Position | null;

/**
 * Finds the position of the value in a file that an issue is about, or the last part of its path that is
 * there; the file is read once, whatever its number of issues. `path` is that of the file. Null where
 * the file cannot be read, or the issue is about all of it.
 */
export function locator(path: string, text: string): Locator {
  const type = typeAt(path);
  if (type === null) return () => null;
  try {
    const { node, body } = recordTypeOf(type).read(text);
    const positionAt = positionsIn(text);
    return (issuePath) => {
      if (issuePath === '') return null;
      if (body?.key === issuePath || (body && issuePath === 'css')) return positionAt(body.offset);
      // Paths of flows begin inside the definition, those of settings above the file.
      const tries = [issuePath, `definition.${issuePath}`, issuePath.replace(/^settings\./, '')];
      for (const one of tries) {
        const offset = offsetAt(node, one);
        if (offset !== null) return positionAt(offset);
      }
      return null;
    };
  } catch (error) {
    if (error instanceof FileError) return () => null;
    throw error;
  }
}
