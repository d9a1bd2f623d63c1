import type { FieldValue } from '../person-values.ts';

/** One row of a file as it is kept until it is written. A missing member leaves what is there. */
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
  /** ISO 8601, like all times here; now where left out. */
  unsubscribed_at?: string;
  reason?: string;
  hard_bounced_at?: string;
  complained_at?: string;
  attribution?: Record<string, unknown>;
  /** Of a person that is made. */
  created_at?: string;
}

/** Two rows of one person as one; what the later one says wins. */
export function mergeRows(first: ImportedPerson, later: ImportedPerson): ImportedPerson {
  const merged = { ...first, ...later };
  if (first.tags && later.tags) merged.tags = [...first.tags, ...later.tags];
  if (first.fields && later.fields) merged.fields = { ...first.fields, ...later.fields };
  return merged;
}
