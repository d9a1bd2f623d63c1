import { parseAddress } from '@postroad/core/people/address';
import { notFound, Refusal } from '@postroad/core/platform/refusal';
import { findPeopleByIds, findPersonByEmail, type PersonRow } from '@postroad/store/people/person';
import { findUnconfirmedAddress, type Unconfirmed } from '@postroad/store/people/unconfirmed';
import type { Tx } from '@postroad/store/platform/transaction';

/** A person by id or email address. */
export async function findPerson(tx: Tx, address: string): Promise<PersonRow | null> {
  const text = address.trim();
  if (/^\d{1,15}$/.test(text)) {
    const [row] = await findPeopleByIds(tx, [Number(text)]);
    if (row) return row;
  }
  const email = parseAddress(text);
  return email === null ? null : ((await findPersonByEmail(tx, email)) ?? null);
}

/** The same. Throws a 404 if there is none, which says whether there may be one soon. */
export async function getPerson(tx: Tx, address: string): Promise<PersonRow> {
  const row = await findPerson(tx, address);
  if (row !== null) return row;
  const email = parseAddress(address.trim());
  const signUp = email === null ? null : await findUnconfirmedAddress(tx, email);
  throw signUp === null ? notFound('person', address) : notYet(address, signUp);
}

/** Nothing is written of anybody before they confirm, so their address is no person (contract-2 §6). */
function notYet(address: string, { form_key, mailed_at }: Unconfirmed): Refusal {
  const waits =
    mailed_at === null
      ? `The mail that asks to confirm the sign-up by the form "${form_key}" has not gone out yet.`
      : `The sign-up by the form "${form_key}" waits for its confirmation, which was asked for at ${mailed_at.toISOString()}.`;
  return new Refusal('not_found', `There is no person "${address}" yet. ${waits}`);
}
