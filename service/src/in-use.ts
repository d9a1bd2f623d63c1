import { Refusal } from '@postroad/core/refusal';

/** What keeps a record from being deleted, by kind, as members of the problem document. */
export interface Users {
  layouts?: { id: number; name: string }[];
  components?: { id: number; key: string; name: string }[];
  emails?: { id: number; name: string }[];
}

/** Names told in the sentence; the members list all. */
const TOLD = 5;

/** Throws a 409 that names what uses the record; does nothing where nothing does. */
export function refuseInUse(what: string, users: Users, instead: string): void {
  const told = Object.entries(users).flatMap(([kind, holders]: [string, { name: string }[]]) => {
    if (holders.length === 0) return [];
    const names = holders.slice(0, TOLD).map(({ name }) => `"${name}"`);
    const more = holders.length - names.length;
    if (more > 0) names.push(`${more} more`);
    return [`${kind} ${names.join(', ')}`];
  });
  if (told.length === 0) return;
  throw new Refusal('conflict', `${what} is in use by ${told.join('; ')}. ${instead}`, {
    ...users,
  });
}
