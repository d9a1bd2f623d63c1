import { withoutCollidingSteps } from './colliding-steps.ts';
import { type Merged, mergeTexts } from './merge-texts.ts';
import { RecordIndex } from './record-index.ts';
import type { Files } from './tree-folder.ts';

/** Three states of the files of a folder. */
export interface Sides {
  yours: Files;
  /** As they were pulled; what is missing is not known. */
  base: Files;
  server: Files;
}

/** What a folder should hold after a pull. */
export interface Pulled {
  files: Files;
  /** Files in which both sides changed the same lines. */
  marked: string[];
  /** Files that hold changes of yours which no push has stored yet. */
  edited: string[];
  /** New files of yours in the way of files of the service. */
  inTheWay: string[];
  /** Files that stay with changes of yours, though the service removed their records. */
  orphaned: string[];
}

/** Files are matched by the records that they are of: their names follow titles. */
class Matching {
  readonly #sides: Sides;
  readonly #yours: RecordIndex;
  readonly #base: RecordIndex;
  readonly #server: RecordIndex;

  constructor(sides: Sides) {
    this.#sides = sides;
    this.#yours = new RecordIndex(sides.yours);
    this.#base = new RecordIndex(sides.base);
    this.#server = new RecordIndex(sides.server);
  }

  /** Your file of a record of the service. */
  yoursOf(path: string): string | null {
    return this.#server.pathIn(this.#yours, path);
  }

  /** Whether your file at the path of a record of the service is of none, or says nothing of it. */
  isAt(path: string): boolean {
    return Object.hasOwn(this.#sides.yours, path) && this.serverOf(path) === null;
  }

  /** The service's file of a record of yours. */
  serverOf(path: string): string | null {
    return this.#yours.pathIn(this.#server, path);
  }

  /** Whether the record of your file was pulled, and the service has it no more. */
  isGone(path: string): boolean {
    return this.#yours.pathIn(this.#base, path) !== null && this.serverOf(path) === null;
  }

  /** What was pulled of the record of your file. */
  baseTextOf(path: string): string | null {
    const { base } = this.#sides;
    const found = this.#yours.pathIn(this.#base, path) ?? path;
    return Object.hasOwn(base, found) ? (base[found] ?? null) : null;
  }
}

function mergeFiles(path: string, yours: string, base: string | null, server: string): Merged {
  const own = path.startsWith('flows/') ? withoutCollidingSteps(yours, base, server) : yours;
  return mergeTexts(own, base, server);
}

/**
 * The files of the service, with your changes merged where `merge` is asked for. `tracked` says which
 * files were pulled before; others are new, exist nowhere else, and stay (FILE-11).
 */
export function pulledFiles(
  sides: Sides,
  tracked: (path: string) => boolean,
  merge: boolean,
): Pulled {
  const { yours, server } = sides;
  const matching = new Matching(sides);
  const pulled: Pulled = { files: {}, marked: [], edited: [], inTheWay: [], orphaned: [] };
  const met = new Set<string>();
  for (const [path, theirs] of Object.entries(server)) {
    const own = matching.yoursOf(path) ?? (matching.isAt(path) ? path : null);
    const text = own === null ? null : (yours[own] ?? '');
    if (own !== null) met.add(own);
    if (own === null || text === null || text === theirs) {
      pulled.files[path] = theirs;
      continue;
    }
    const base = matching.baseTextOf(own);
    if (base !== null && base !== text) pulled.edited.push(own);
    if (base === null && matching.isAt(own) && !tracked(own)) pulled.inTheWay.push(own);
    const merged = merge ? mergeFiles(path, text, base, theirs) : { text: theirs, marked: false };
    pulled.files[path] = merged.text;
    if (merged.marked) pulled.marked.push(path);
  }
  for (const [path, text] of Object.entries(yours)) {
    if (met.has(path)) continue;
    const base = matching.baseTextOf(path);
    const wasPulled = tracked(path) || base !== null;
    const isEdited = wasPulled && base !== text;
    if (isEdited && base !== null) pulled.edited.push(path);
    if (merge && isEdited && matching.isGone(path)) pulled.orphaned.push(path);
    if (!wasPulled || (merge && isEdited)) pulled.files[path] ??= text;
  }
  return pulled;
}

/** Your files with the changes of the service in those that conflict (FILE-15). */
export function mergedConflicts(
  sides: Sides,
  conflicts: readonly string[],
): { files: Files; marked: string[]; merged: Map<string, string> } {
  const matching = new Matching(sides);
  const files = { ...sides.yours };
  const marked: string[] = [];
  /** Paths of the service by those of yours. */
  const merged = new Map<string, string>();
  for (const path of conflicts) {
    const text = sides.yours[path];
    const theirs = matching.serverOf(path);
    if (text === undefined || theirs === null) continue;
    const result = mergeFiles(theirs, text, matching.baseTextOf(path), sides.server[theirs] ?? '');
    files[path] = result.text;
    merged.set(path, theirs);
    if (result.marked) marked.push(path);
  }
  return { files, marked, merged };
}
