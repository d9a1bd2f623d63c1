import { type Position, positionsIn } from '../platform/position.ts';
import { typeAt } from './paths.ts';
import { recordTypeOf } from './record-types.ts';
import { FileError } from './text/file-error.ts';
import { offsetAt } from './text/file-tree.ts';

type Locator = (issuePath: string) => Position | null;

/**
 * Finds the position in a file of an issue's value, or of the last existing part of its path. Reads
 * the file once for any number of issues. `path` is the path of the file. Null if the file is
 * unreadable, or the issue is about all of it.
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
      // Issue paths of flows start inside the definition, those of settings above the file.
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
