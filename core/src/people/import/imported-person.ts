import type { FieldValue } from '../person-values.ts';

/** One row of a file as stored until it is written. A missing member leaves the person's value. */
export interface ImportedPerson {
  email: string;
  first_name?: string | null;
  last_name?: string | null;
  external_id?: string | null;
  timezone?: string | null;
  tags?: string[];
  fields?: Record<string, FieldValue>;
  /** YYYY-MM-DD. */
  subscribed_on?: string;
  /** Unsubscribes; an import never resubscribes anybody. */
  unsubscribed?: true;
  /** ISO 8601, like all times here; now if omitted. */
  unsubscribed_at?: string;
  reason?: string;
  hard_bounced_at?: string;
  complained_at?: string;
  attribution?: Record<string, unknown>;
  /** For a new person. */
  created_at?: string;
  /** When they said yes elsewhere, and where; either makes an entry of the ledger (CONS-02). */
  opted_in_at?: string;
  consent_source?: string;
}

/** Merges two rows of one person; values of the later row win. */
export function mergeRows(first: ImportedPerson, later: ImportedPerson): ImportedPerson {
  const merged = { ...first, ...later };
  if (first.tags && later.tags) merged.tags = [...first.tags, ...later.tags];
  if (first.fields && later.fields) merged.fields = { ...first.fields, ...later.fields };
  return merged;
}
