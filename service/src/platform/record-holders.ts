import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import {
  listReferenceHolders,
  type ReferencedRecords,
  type ReferenceHolder,
} from '@postroad/store/platform/record-reference';
import type { Tx } from '@postroad/store/platform/transaction';

/** A record that keeps another one from being deleted, as every refusal shows it (SAFE-18). */
export interface Holder {
  kind:
    | ReferenceHolder['kind']
    | 'setting'
    | 'layout'
    | 'component'
    | 'email'
    | 'queue'
    | 'send_log';
  id: number | null;
  key: string | null;
  name: string;
  status: string | null;
}

/** Whether a holder keeps what it names from being deleted (SAFE-13). */
function holds({ kind, status }: Pick<Holder, 'kind' | 'status'>, drafts: boolean): boolean {
  if (kind === 'flow') return drafts || status !== 'draft';
  if (kind === 'guard') return status !== 'disabled';
  if (kind === 'broadcast') return status !== 'sent' && status !== 'canceled';
  return true;
}

function asHolder({ kind, id, key, name, status }: ReferenceHolder): Holder {
  return { kind, id, key, name: name || key || String(id ?? ''), status };
}

/** Each holder once, in the order of the list. */
export function distinctHolders(found: readonly ReferenceHolder[]): Holder[] {
  const byRecord = new Map(found.map((one) => [`${one.kind} ${one.id ?? one.key}`, one]));
  return [...byRecord.values()].map(asHolder);
}

interface HolderOptions {
  /** Draft flows count too. */
  drafts?: boolean;
  /** Everything that names the record counts, whether or not it does anything. */
  every?: boolean;
}

/**
 * The records that keep these from being deleted. The caller has the lock of references
 * (`lockReferences`), so that no other record can name them meanwhile.
 */
export async function recordHolders(
  tx: Tx,
  records: ReferencedRecords,
  { drafts = false, every = false }: HolderOptions = {},
): Promise<Holder[]> {
  const found = await listReferenceHolders(tx, records);
  return distinctHolders(found.filter((holder) => every || holds(holder, drafts)));
}

/** Holders in the sentence; the members list more. */
const namesShown = 5;

/** The first holders in words: `the flow "welcome", the guard "quiet" and 3 more`. */
export function holderNames(holders: readonly Holder[]): string {
  const shown = holders.slice(0, namesShown);
  const names = shown.map(
    ({ kind, key, name }) => `the ${kind.replace('_', ' ')} "${key ?? name}"`,
  );
  const more = holders.length - shown.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** What the refusal of a deletion advises. */
export const takeOut = 'Take it out of them first.';

/** Throws a 409 that names the holders; does nothing where there are none. */
export function refuseHeld(
  what: string,
  holders: readonly Holder[],
  instead: string,
  members: Readonly<Record<string, unknown>> = {},
): void {
  if (holders.length === 0) return;
  const detail = `${what} is in use by ${holderNames(holders)}. ${instead}`;
  throw new Refusal('in_use', detail, {
    ...members,
    holders: holders.slice(0, limits.usersListed),
  });
}
