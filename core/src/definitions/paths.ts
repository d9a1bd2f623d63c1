import { limits } from '../platform/limits.ts';
import { recordTypeOf } from './record-types.ts';
import { type DefinitionType, definitionTypes } from './records.ts';

/** A file name without folder, and without characters special to a file system or a shell. */
const fileName = /^[\p{L}\p{N}_][\p{L}\p{N}_ .,@()'+-]*$/u;

/** Folders by the other name that they may have; a pull writes the first one (SAFE-58). */
export const folderAliases: Readonly<Record<string, string>> = { layouts: 'templates' };

/** The type of record at a path of the tree, or null for other paths. */
export function typeAt(path: string): DefinitionType | null {
  if (path.length > limits.definitionPathChars) return null;
  const slash = path.indexOf('/');
  const [given, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  const folder = Object.hasOwn(folderAliases, given) ? folderAliases[given] : given;
  const type = definitionTypes.find((one) => {
    const { folder: own, extension, address } = recordTypeOf(one);
    return (
      own === folder &&
      (address === null ? name === `${one}${extension}` : name.endsWith(extension))
    );
  });
  return type !== undefined && fileName.test(name) ? type : null;
}

/**
 * Whether a path (with slashes) belongs to the definition files; others are refused (contract §6).
 */
export function isManagedPath(path: string): boolean {
  return typeAt(path) !== null;
}

/** The folders of the tree, and the files beside them. */
export function managedPaths(): string[] {
  return definitionTypes.map((type) => {
    const { folder, extension } = recordTypeOf(type);
    return folder === '' ? `${type}${extension}` : `${folder}/*${extension}`;
  });
}
