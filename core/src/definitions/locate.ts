import { FileFault, placeAt } from './file-fault.ts';
import { offsetAt } from './file-tree.ts';
import { typeAt } from './paths.ts';
import { recordTypeOf } from './record-types.ts';

/**
 * Where the value stands that an issue is about, or the last part of its path that is there; from 1.
 * `path` is that of the file. Null where the file cannot be read, or the issue is about all of it.
 */
export function locate(
  path: string,
  text: string,
  issuePath: string,
): { line: number; column: number } | null {
  const type = typeAt(path);
  if (type === null || issuePath === '') return null;
  try {
    const { node, body } = recordTypeOf(type).read(text);
    if (body?.key === issuePath || (body && issuePath === 'css')) return placeAt(text, body.offset);
    // Paths of flows begin inside the definition, those of settings above the file.
    const tries = [issuePath, `definition.${issuePath}`, issuePath.replace(/^settings\./, '')];
    for (const one of tries) {
      const offset = offsetAt(node, one);
      if (offset !== null) return placeAt(text, offset);
    }
    return null;
  } catch (error) {
    if (error instanceof FileFault) return null;
    throw error;
  }
}
