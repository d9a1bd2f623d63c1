import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { plainTextAt } from '@postroad/core/people/person-values';
import { ValueError } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { erasePerson, lockForErasure } from '@postroad/store/people/erase';
import { insertNote } from '@postroad/store/people/note';
import {
  findPeopleByExternalIds,
  findPersonByEmail,
  type PersonRow,
} from '@postroad/store/people/person';
import { personExists } from '@postroad/store/people/person-search';
import { forgetFiltersOf } from '@postroad/store/people/tagging';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { type Page, pageOf, shownOf } from '../platform/page.ts';
import { changePeople, type PeopleDeps } from './change-people.ts';
import {
  countFiltered,
  type FilterDeps,
  findPeople,
  furtherFrom,
  readFilter,
} from './find-people.ts';
import { getPerson } from './get-person.ts';
import { registerFields } from './register-fields.ts';
import { suppressErased } from './suppression-hash.ts';
import type { TagNames } from './tag-names.ts';
import {
  fieldFault,
  type PersonInputValues,
  readAddress,
  readValues,
  takenFault,
  type Upserted,
  upsertPeople,
  warnedOf,
} from './upsert-people.ts';

/** The parts of the service that showing people needs. */
export interface PersonViewDeps {
  tagNames: TagNames;
}

/** A person as every surface shows one (contract §2). */
export async function personView(tx: Tx, deps: PersonViewDeps, row: PersonRow) {
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

/** The same for many people, with one query for all their tags. */
export async function peopleViews(tx: Tx, deps: PersonViewDeps, rows: readonly PersonRow[]) {
  await deps.tagNames.names(
    tx,
    rows.flatMap((row) => row.tag_ids),
  );
  const people = [];
  for (const row of rows) people.push(await personView(tx, deps, row));
  return people;
}

/** Registers the fields of the request, then changes one person. */
async function change(
  tx: Tx,
  deps: PeopleDeps,
  personId: number,
  values: PersonInputValues,
): Promise<void> {
  const fields = values.fields ?? {};
  const [wrong] = await registerFields(tx, [fields], 'fields.');
  if (wrong) throw fieldFault(wrong);
  await refuseTaken(tx, personId, values);
  await changePeople(tx, deps, [{ person_id: personId, ...values }]);
}

/** An address or an external id belongs to one person only. */
async function refuseTaken(tx: Tx, personId: number, values: PersonInputValues): Promise<void> {
  const { email, external_id } = values;
  const other = (path: string, id: number | undefined) => {
    if (id !== undefined && id !== personId) throw takenFault(path, `Person ${id}`);
  };
  if (email !== undefined) other('email', (await findPersonByEmail(tx, email))?.id);
  if (!external_id) return;
  const [holder] = await findPeopleByExternalIds(tx, [external_id]);
  other('external_id', holder?.id);
}

async function changedView(tx: Tx, deps: PeopleDeps, address: string, values: PersonInputValues) {
  const row = await getPerson(tx, address);
  await change(tx, deps, row.id, values);
  return { person: await personView(tx, deps, await getPerson(tx, String(row.id))) };
}

function readTag(tag: string): string {
  try {
    return plainTextAt(tag, 'tag', limits.tagChars);
  } catch (error) {
    if (error instanceof ValueError) throw invalid([error.issue]);
    throw error;
  }
}

/**
 * The person behind whom a page begins. By address or time it begins where they are in that order,
 * which nobody knows once they are erased.
 */
async function behindOf(tx: Tx, { after, order }: Page): Promise<number | null> {
  const [id = null] = after ?? [];
  if (id === null || order.endsWith('id') || (await personExists(tx, id))) return id;
  const message =
    'The last person of the previous page was erased. Leave cursor out to start at the beginning.';
  throw invalid([{ path: 'cursor', code: 'cursor_invalid', message }]);
}

function resultView(
  result: Upserted | Refusal,
): OperationOutput<'upsert_people'>['results'][number] {
  if (!(result instanceof Refusal)) {
    const { created, personId, warnings } = result;
    const status = created ? 'created' : 'updated';
    return { status, person_id: personId, ...(warnings && { warnings }) };
  }
  const { errors = [] } = result.members;
  return { status: 'invalid', person_id: null, errors };
}

/** The parts of the service that operations on people need. */
export interface PersonDeps extends PeopleDeps, FilterDeps {
  tagNames: TagNames;
}

export const personHandlers: Pick<
  Handlers<PersonDeps>,
  | 'list_people'
  | 'get_person'
  | 'upsert_person'
  | 'upsert_people'
  | 'update_person'
  | 'delete_person'
  | 'tag_person'
  | 'untag_person'
  | 'add_note'
> = {
  list_people: read(async (input, { tx, deps }) => {
    const page = pageOf(input, 1);
    const filter = await readFilter(tx, deps, input);
    const count =
      input.count &&
      (filter === null ? { people: 0, more: false } : await countFiltered(tx, deps, filter));
    const counts = count ? { count } : {};
    if (filter === null) return { people: [], ...counts, next_cursor: null };
    const after = await behindOf(tx, page);
    const found = await findPeople(tx, deps, filter, {
      order: input.sort,
      after,
      limit: page.read,
    });
    const { shown, next_cursor } = shownOf(found.rows, page, (row) => [row.id]);
    return {
      people: await peopleViews(tx, deps, shown),
      ...counts,
      next_cursor: next_cursor ?? furtherFrom(found, input.sort),
    };
  }),

  get_person: read(async ({ person }, { tx, deps }) => {
    return { person: await personView(tx, deps, await getPerson(tx, person)) };
  }),

  upsert_person: transaction(async (input, { tx, deps }) => {
    const [result] = await upsertPeople(tx, deps, [input]);
    if (result === undefined || result instanceof Refusal) throw result ?? notFound('person', '');
    const row = await getPerson(tx, String(result.personId));
    const { created, warnings } = result;
    return { person: await personView(tx, deps, row), created, ...(warnings && { warnings }) };
  }),

  upsert_people: transaction(async ({ people }, { tx, deps }) => {
    const results = await upsertPeople(tx, deps, people);
    return { results: results.map(resultView) };
  }),

  update_person: transaction(async ({ person, email, ...input }, { tx, deps }) => {
    const moved = email === undefined ? {} : { email: readAddress(email) };
    const values = { ...readValues(input), ...moved };
    return { ...(await changedView(tx, deps, person, values)), ...warnedOf(values) };
  }),

  delete_person: transaction(async ({ person }, { tx, deps }) => {
    const { id } = await getPerson(tx, person);
    await forgetFiltersOf(tx, id);
    const email = await lockForErasure(tx, id);
    if (email === null) return { deleted: true };
    const hash = await suppressErased(tx, deps, { id, email });
    await erasePerson(tx, { id, address_hash: hash });
    tx.work.tell({ resource: 'people', id, action: 'deleted' });
    tx.work.announce('person.deleted', [{ subject_id: id, person_id: null }]);
    return { deleted: true };
  }),

  tag_person: transaction(async ({ person, tag }, { tx, deps }) => {
    return await changedView(tx, deps, person, { how: 'operator', add_tags: [readTag(tag)] });
  }),

  untag_person: transaction(async ({ person, tag }, { tx, deps }) => {
    const values = { how: 'operator' as const, remove_tags: [readTag(tag)] };
    return { deleted: true, ...(await changedView(tx, deps, person, values)) };
  }),

  add_note: transaction(async ({ person, body }, { tx, actor }) => {
    const { id } = await getPerson(tx, person);
    const note = await insertNote(tx, { person_id: id, body, author: actor.name });
    tx.work.tell({ resource: 'people', id, action: 'updated' });
    return { note: { ...note, created_at: note.created_at.toISOString() } };
  }),
};
