import { parseAddress } from '@postroad/core/people/address';
import { notFound } from '@postroad/core/platform/refusal';
import { findPeopleByIds, findPersonByEmail, type PersonRow } from '@postroad/store/people/person';
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

/** The same. Throws a 404 if there is none. */
export async function getPerson(tx: Tx, address: string): Promise<PersonRow> {
  const row = await findPerson(tx, address);
  if (row === null) throw notFound('person', address);
  return row;
}
