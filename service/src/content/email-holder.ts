import type { OperationInput } from '@postroad/core/catalog/catalog';
import type { Tx } from '@postroad/store/platform/transaction';

/**
 * A kind of record that points at the email it sends, such as broadcasts and steps of sequences.
 */
export interface EmailHolder {
  /** The name of the records in live changes. */
  resource: string;
  /** The email it points at; null if there is no such record. */
  emailOf(tx: Tx, id: number): Promise<number | null>;
  /** Locks the record. Throws a 404, or a 409 if its email can no longer change. */
  lock(tx: Tx, id: number): Promise<LockedHolder>;
}

export interface LockedHolder {
  emailId: number;
  /** Points it at its own copy. */
  pointAtCopy(emailId: number): Promise<unknown>;
}

/** By the name of the kind in `fork_email`; the rooms that keep such records provide them. */
export type EmailHolders = Readonly<
  Record<OperationInput<'fork_email'>['holder_type'], EmailHolder>
>;
