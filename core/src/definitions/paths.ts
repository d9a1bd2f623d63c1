import { limits } from '../platform/limits.ts';
import { recordTypeOf } from './record-types.ts';
import { type DefinitionType, definitionTypes } from './records.ts';

/**
 * A file name without folder, and without characters special to a file system or a shell. Marks
 * belong to letters: in scripts of India, and wherever macOS keeps accents apart.
 */
const fileName = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .,@()'+-]*$/u;

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
  if (type === undefined) return null;
  const parts = recordTypeOf(type).nested ? name.split('/') : [name];
  const depth = recordTypeOf(type).nested ? 2 : 1;
  return parts.length === depth && parts.every((part) => fileName.test(part)) ? type : null;
}

/**
 * Whether a path (with slashes) belongs to the definition files; others are refused (contract §6).
 */
export function isManagedPath(path: string): boolean {
  return typeAt(path) !== null;
}

/** The folders of the tree, and the files beside them. */
export function managedPaths(): string[] {
  return definitionTypes.map(pathPattern);
}

/** Where the files of a type are: `flows/*.json`. */
export function pathPattern(type: DefinitionType): string {
  const { folder, extension, nested } = recordTypeOf(type);
  if (folder === '') return `${type}${extension}`;
  return `${folder}/${nested ? '*/' : ''}*${extension}`;
}

/** The key in the path of a file whose contents have none: `welcome/paid` of `tests/welcome/paid.yml`. */
export function keyInPath(path: string, type: DefinitionType): string {
  const { folder, extension } = recordTypeOf(type);
  return path.slice(folder.length + 1, -extension.length);
}
