import { listPeople, type PersonRow } from '@postroad/store/person';
import type { Tx } from '@postroad/store/transaction';
import type { Deps } from '../deps.ts';
import { findPerson } from '../find-person.ts';
import type { Handlers } from '../handler.ts';
import { pageOf, shownOf } from '../page.ts';

/** A person as every surface shows one (contract §2). */
export async function personView(tx: Tx, deps: Deps, row: PersonRow) {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    fields: row.fields,
    tags: await deps.tagNames.names(tx, row.tag_ids),
    external_id: row.external_id,
    timezone: row.timezone,
    subscribed_on: row.subscribed_on,
    unsubscribed: row.unsubscribed_at !== null,
    unsubscribed_at: row.unsubscribed_at?.toISOString() ?? null,
    reason: row.unsubscribe_reason,
    hard_bounced_at: row.hard_bounced_at?.toISOString() ?? null,
    complained_at: row.complained_at?.toISOString() ?? null,
    attribution: row.attribution,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const personHandlers: Pick<Handlers, 'list_people' | 'get_person'> = {
  async list_people(input, { tx, deps }) {
    const page = pageOf(input, 1);
    const tagId = input.tag === undefined ? null : await deps.tagNames.find(tx, input.tag);
    if (input.tag !== undefined && tagId === null) return { people: [], next_cursor: null };
    const rows = await listPeople(tx, {
      q: input.q?.trim().toLowerCase() ?? null,
      tagId,
      before: page.after?.[0] ?? null,
      limit: page.read,
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    // One query for every tag of the page; the names of each person then come from memory.
    await deps.tagNames.names(
      tx,
      shown.flatMap((row) => row.tag_ids),
    );
    const people = [];
    for (const row of shown) people.push(await personView(tx, deps, row));
    return { people, next_cursor };
  },
  async get_person({ person }, { tx, deps }) {
    return { person: await personView(tx, deps, await findPerson(tx, person)) };
  },
};
