import type { ValidationIssue } from '../platform/issue.ts';
import type { DefinitionType, Records } from './records.ts';

/** A record as it was when it was pulled. */
export interface BaseEntry {
  /** Null where the pull was of a service that did not count them. */
  revision: number | null;
  hash: string;
}

/** A record that both sides changed (FILE-14). */
export interface Conflict {
  path: string;
  /** Null of a record that both sides made. */
  base: BaseEntry | null;
  /** The record as it is; null of one that was removed. */
  server: (BaseEntry & { text: string }) | null;
  /** Null of a file that was removed. */
  yours: { hash: string } | null;
}

/** The summary of a record without a file, which a push leaves as it is. */
export const noFileSummary = 'Has no file; it stays as it is';

/** The summary of a record that the base of a pull does not have, which a push leaves as it is. */
export const notPulledSummary = 'On the server, and not among what was pulled; it stays as it is';

export type ChangeKind = 'create' | 'update' | 'unchanged' | 'absent' | 'behind';

/** The effect of a tree on one record (DEFN-12, DEFN-13). */
export interface Change<Type extends DefinitionType = DefinitionType> {
  path: string;
  kind: ChangeKind;
  type: Type;
  label: string;
  summary: string[];
  errors: ValidationIssue[];
  warnings: ValidationIssue[];
  /** The stored record; null for a new one. */
  before: Records[Type] | null;
  /** The record after the change; null for an absent record, and for a file with shape errors. */
  after: Records[Type] | null;
  /** An archived email that the tree restores. */
  restores: boolean;
  /**
   * A new record without an id: it has a temporary one in the plan, and gets its own when written.
   */
  provisional: boolean;
  /** Where both sides changed the record since it was pulled. */
  conflict: Conflict | null;
}
