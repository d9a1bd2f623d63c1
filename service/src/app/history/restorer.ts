import type { ChangedTimes } from '@postroad/core/account/changed-times';
import type { Context } from '../../platform/handler.ts';
import type { Deps } from '../deps.ts';

/** A record as the history keeps it: the columns of its table. */
export type Row = Readonly<Record<string, unknown>>;

/** A change that is being undone. */
export interface Undoing extends Context<Deps> {
  changeId: number;
  force: boolean;
  /** Takes down whose times it changes, if any (SPEC-10). */
  noteTimes(times: ChangedTimes | undefined): void;
}

/** How records of one resource are put back, always by the operations of their room. */
export interface Restorer {
  /** Writes what the record was over what it is. */
  update(undoing: Undoing, was: Row, present: Row): Promise<unknown>;
  /** Makes a record that is gone; the insert gets its id, key and revision (`restoreRecord`). */
  create(undoing: Undoing, was: Row): Promise<unknown>;
  remove(undoing: Undoing, present: Row): Promise<unknown>;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

export function pick(row: Row, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/** Members that differ, of those named. */
export function differing(was: Row, present: Row, names: readonly string[]): string[] {
  return names.filter((name) => was[name] !== undefined && !isSame(was[name], present[name]));
}
