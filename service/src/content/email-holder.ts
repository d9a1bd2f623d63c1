import type { OperationInput } from '@postroad/core/catalog/catalog';
import type { Tx } from '@postroad/store/platform/transaction';

/** A kind of record that points at the email it sends, as broadcasts and steps of sequences do. */
export interface EmailHolder {
  /** What listeners of live changes know the records as. */
  resource: string;
  /** What it points at now; null where there is no such record. */
  emailOf(tx: Tx, id: number): Promise<number | null>;
  /** Locks it. Throws a 404, and a 409 where it can get no other email any more. */
  lock(tx: Tx, id: number): Promise<LockedHolder>;
}

export interface LockedHolder {
  emailId: number;
  /** Points it at a copy that it has for itself. */
  pointAtCopy(emailId: number): Promise<unknown>;
}

/** By the name that `fork_email` has for the kind; the rooms that keep such records hand them in. */
export type EmailHolders = Readonly<
  Record<OperationInput<'fork_email'>['holder_type'], EmailHolder>
>;
