import { plainCall } from '@postroad/core/catalog/call';
import type { Connection } from '../connection/connection.ts';
import { UsageError } from '../output/exit-codes.ts';
import { type Base, isByKey, readBaseFiles, writeBase } from './base-file.ts';
import { mergedConflicts } from './merge-tree.ts';
import type { Plan } from './plan.ts';
import { RecordIndex } from './record-index.ts';
import { changedMeanwhile, compareFolder, type Files, writeFolder } from './tree-folder.ts';

/** The files of a push, and where they go. */
export interface PushTarget {
  connection: Connection;
  folder: string;
  files: Files;
  /** Null where nothing was pulled into the folder; `none` where nothing is remembered of it. */
  base: Base | null | 'none';
}

interface Exported {
  files: Files;
  base: Base;
}

async function exported({ connection }: PushTarget, by_key: boolean): Promise<Exported> {
  const { output } = await connection.call('export_definitions', { by_key }, plainCall);
  return output as Exported;
}

const known = (base: PushTarget['base']): Base => (base === null || base === 'none' ? {} : base);

const pathsOf = ({ changes }: Plan, wanted: Plan['changes'][number]['kind']) =>
  changes.flatMap(({ kind, path }) => (kind === wanted ? path : []));

/** The files that the service has beyond those of the push. Answers name them by their ids. */
async function onServerAlone(
  target: PushTarget,
  plan: Plan,
  stored: RecordIndex,
): Promise<Set<string>> {
  const paths = [...pathsOf(plan, 'absent'), ...pathsOf(plan, 'behind')];
  if (!isByKey(target.files)) return new Set(paths);
  const numbered = new RecordIndex((await exported(target, false)).files);
  return new Set(paths.flatMap((path) => numbered.pathIn(stored, path) ?? path));
}

export interface WrittenBack {
  /** Number of files that were written or removed. */
  touched: number;
  /** Files that somebody edited during the push, and which are therefore as they were left. */
  edited: string[];
  /** The same of files whose records have files under other names now. */
  renamed: string[];
}

/**
 * Writes what the service stored into the files: otherwise they would lack the ids of new records
 * and steps. Records that are only on the server are not written; those that only the server changed
 * keep their files until the next pull.
 */
export async function writeBack(target: PushTarget, plan: Plan): Promise<WrittenBack> {
  const { folder, files, base: before } = target;
  const { files: stored, base } = await exported(target, isByKey(files));
  const [sent, index] = [new RecordIndex(files), new RecordIndex(stored)];
  const behind = pathsOf(plan, 'behind').filter((path) => Object.hasOwn(files, path));
  // Nobody knows of a record that was removed just now whether its file is needed.
  const gone = Object.keys(files).filter(
    (path) => sent.isNamed(path) && sent.pathIn(index, path) === null,
  );
  const kept = [...new Set([...behind, ...gone])];
  const unwritten = await onServerAlone(target, plan, index);
  for (const path of kept) unwritten.add(sent.pathIn(index, path) ?? path);
  const fresh = Object.keys(stored).filter((path) => !unwritten.has(path));
  const wanted = Object.fromEntries([
    ...kept.map((path) => [path, files[path] ?? '']),
    ...fresh.map((path) => [path, stored[path] ?? '']),
  ]);
  const differing = compareFolder(files, wanted);
  const stale = new Set(await changedMeanwhile(folder, files, differing));
  const isStill = (path: string) => !stale.has(path);
  const written = {
    added: differing.added.filter(isStill),
    changed: differing.changed.filter(isStill),
    removed: differing.removed.filter(isStill),
  };
  await writeFolder(folder, wanted, written);
  if (before !== 'none') await rememberPush(target, { kept, fresh, stored, base });
  return {
    touched: written.added.length + written.changed.length + written.removed.length,
    edited: [...differing.added, ...differing.changed].filter((path) => stale.has(path)),
    renamed: differing.removed.filter((path) => stale.has(path)),
  };
}

/** Records that a push left alone are still as they were pulled, for all that is known. */
async function rememberPush(
  { connection, folder, files, base: before }: PushTarget,
  now: { kept: readonly string[]; fresh: readonly string[]; stored: Files; base: Base },
): Promise<void> {
  const pulled = await readBaseFiles(folder, known(before));
  const [sent, old] = [new RecordIndex(files), new RecordIndex(pulled)];
  const stored = new RecordIndex(now.stored);
  const kept = new Set(now.kept.map((path) => sent.pathIn(old, path) ?? path));
  const fresh = new Set(now.fresh);
  // A record without a file was pulled too, so that a later push can remove it.
  const stays = (path: string) => {
    const at = old.isNamed(path) ? old.pathIn(stored, path) : path;
    return at !== null && Object.hasOwn(now.stored, at) && !fresh.has(at);
  };
  const base: Base = {};
  const texts: Files = {};
  for (const [path, entry] of Object.entries(known(before))) {
    if (!kept.has(path) && !stays(path)) continue;
    base[path] = entry;
    if (pulled[path] !== undefined) texts[path] = pulled[path];
  }
  for (const path of now.fresh) {
    const entry = now.base[path];
    if (entry !== undefined) base[path] = entry;
    texts[path] = now.stored[path] ?? '';
  }
  await writeBase(folder, connection.target, base, texts);
}

export interface MergedPush {
  target: PushTarget;
  /** Files in which both sides changed the same lines. */
  marked: string[];
  merged: string[];
}

/** Merges what the service has into the files that conflict, and remembers that it is in them. */
export async function mergeConflicts(
  target: PushTarget,
  conflicts: readonly string[],
  dryRun: boolean,
): Promise<MergedPush> {
  const { connection, folder, files } = target;
  const before = known(target.base);
  const { files: server, base } = await exported(target, isByKey(files));
  const pulled = await readBaseFiles(folder, before);
  const sides = { yours: files, base: pulled, server };
  const result = mergedConflicts(sides, conflicts);
  const after: Base = { ...before };
  // Other records are still as they were pulled, whatever the service has of them by now.
  const texts: Files = { ...pulled };
  const [sent, old] = [new RecordIndex(files), new RecordIndex(pulled)];
  for (const [path, theirs] of result.merged) {
    const entry = base[theirs];
    if (entry === undefined) continue;
    delete after[sent.pathIn(old, path) ?? path];
    after[theirs] = entry;
    texts[theirs] = server[theirs] ?? '';
  }
  if (!dryRun) {
    const changes = compareFolder(files, result.files);
    const [stale] = await changedMeanwhile(folder, files, changes);
    if (stale !== undefined)
      throw new UsageError(`${stale} was changed meanwhile. Nothing was written; push again.`);
    await writeFolder(folder, result.files, changes);
    await writeBase(folder, connection.target, after, texts);
  }
  const merged = [...result.merged.keys()];
  return { target: { ...target, files: result.files, base: after }, marked: result.marked, merged };
}
