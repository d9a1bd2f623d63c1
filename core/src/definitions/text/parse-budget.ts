import { limits } from '../../platform/limits.ts';
import { FileError } from './file-error.ts';

/**
 * Counts the keys, values and signs of one file, which determine the cost of reading and checking
 * it; the length of a file does not.
 */
export class ParseBudget {
  #parts = 0;

  get parts(): number {
    return this.#parts;
  }

  /**
   * Throws FileError if the file holds more than `most`; `offset` is the position of the excess.
   */
  spend(parts: number, most: number, offset: number): void {
    this.#parts += parts;
    if (this.#parts <= most) return;
    const message = `The file holds more than ${most} keys, values and signs.`;
    const fix = 'Make it shorter, or save the record by its own operation instead of by a file.';
    throw new FileError('file_too_large', offset, message, fix);
  }
}

/** Why the remaining files of a tree are not read. */
export function treeTooLarge(): FileError {
  const message = `The files before this one hold ${limits.definitionTreeParts} keys, values and signs, as many as are read at once.`;
  const fix =
    'Send the tree in parts: leave out the files that you did not change, or some of them.';
  return new FileError('tree_too_large', null, message, fix);
}
