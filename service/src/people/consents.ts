import { parseAddress } from '@postroad/core/people/address';
import { type Consent, marketing } from '@postroad/core/people/consent-operations';
import { notFound } from '@postroad/core/platform/refusal';
import {
  type ConsentRow,
  insertConsents,
  listConsents,
  type NewConsent,
} from '@postroad/store/people/consent';
import type { IdPage } from '@postroad/store/platform/id-page';
import type { Tx } from '@postroad/store/platform/transaction';
import { findPerson } from './get-person.ts';
import { type SuppressionKeys, suppressionHashes } from './suppression-hash.ts';

/** What is known of an act of consent besides who did it and what it was. */
export interface ConsentContext {
  wording: string | null;
  /** The form in which it was said. */
  form_key: string | null;
  /** The mail whose link led there. */
  send_id: number | null;
  /** As the setting `privacy.store_ip` says. */
  ip: string | null;
  user_agent: string | null;
  /** Now where it is null. */
  happened_at: Date | null;
}

/** Something that a person said yes or no to. */
export interface ConsentAct extends Partial<ConsentContext> {
  person_id: number;
  kind: ConsentRow['kind'];
  purpose?: string;
  source: string;
  /** Whether an entry that says the same is as good. */
  once?: boolean;
}

/**
 * Adds acts to the ledger of consent, in the transaction of what they did (CONS-02). Everything that
 * writes the ledger comes through here.
 */
export async function recordConsents(tx: Tx, acts: readonly ConsentAct[]): Promise<ConsentRow[]> {
  if (acts.length === 0) return [];
  const nothing = {
    ...{ wording: null, form_key: null, send_id: null },
    ...{ ip: null, user_agent: null, happened_at: null },
  };
  const entries = acts.map(
    (act): NewConsent => ({ ...nothing, purpose: marketing, once: false, ...act }),
  );
  return await insertConsents(tx, entries);
}

export function consentView({ wording, happened_at, ...row }: ConsentRow): Consent {
  return {
    id: row.id,
    kind: row.kind,
    purpose: row.purpose,
    text: wording,
    source: row.source,
    form_key: row.form_key,
    send_id: row.send_id,
    ip: row.ip,
    user_agent: row.user_agent,
    at: happened_at.toISOString(),
  };
}

/** The entries of a person, with those that an erasure kept of the address. */
export async function consentsOf(
  tx: Tx,
  keys: Pick<SuppressionKeys, 'acceptedKeys'>,
  { id, email }: { id: number; email: string },
  page: IdPage,
): Promise<ConsentRow[]> {
  return await listConsents(tx, { person_id: id, hashes: suppressionHashes(keys, email) }, page);
}

/**
 * The entries of a person, or those that an erasure kept of an address whose person is gone. Throws a
 * 404 if there are neither.
 */
export async function consentsAt(
  tx: Tx,
  keys: Pick<SuppressionKeys, 'acceptedKeys'>,
  address: string,
  page: IdPage,
): Promise<ConsentRow[]> {
  const person = await findPerson(tx, address);
  if (person !== null) return await consentsOf(tx, keys, person, page);
  const email = parseAddress(address);
  const hashes = email === null ? [] : suppressionHashes(keys, email);
  const kept = { person_id: null, hashes };
  const any = await listConsents(tx, kept, { after: null, limit: 1 });
  if (any.length === 0) throw notFound('person', address);
  return await listConsents(tx, kept, page);
}
