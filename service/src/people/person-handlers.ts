import type { OperationInput } from '@postroad/core/catalog/catalog';
import { addressFault, parseAddress } from '@postroad/core/people/address';
import { personValuesAt, plainTextAt } from '@postroad/core/people/person-values';
import { type Issue, ValueError } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { isTimezone } from '@postroad/core/platform/timestamp';
import { erasePerson, lockForErasure } from '@postroad/store/people/erase';
import { insertNote } from '@postroad/store/people/note';
import {
  ensurePeople,
  findPersonByEmail,
  findPersonByExternalId,
  type PersonRow,
} from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { pageOf, shownOf } from '../platform/page.ts';
import type { AudienceDeps, AudienceNamed } from './audience.ts';
import { changePeople, type PeopleDeps, type PersonChange } from './change-people.ts';
import { findPeople, furtherFrom } from './find-people.ts';
import { getPerson } from './get-person.ts';
import { registerFields } from './register-fields.ts';
import { suppressErased, suppressionHashes } from './suppression-hash.ts';
import type { TagNames } from './tag-names.ts';

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

function fault(path: string, message: string): Refusal {
  return invalid([{ path, code: 'value_invalid', message }]);
}

function readAddress(value: string): string {
  const address = parseAddress(value);
  if (address !== null) return address;
  throw fault('email', `email ${addressFault(value)}`);
}

type Wanted = Omit<OperationInput<'update_person'>, 'person' | 'email'>;
type Values = Omit<PersonChange, 'person_id'>;

/** The values of a request, parsed. Throws a 422 that names the faulty value. */
function readValues(input: Wanted): Values {
  const { external_id, timezone, unsubscribed, reason, hard_bounced } = input;
  try {
    const { tags, ...values } = personValuesAt({ ...input }, '');
    if (timezone && !isTimezone(timezone)) {
      throw new ValueError('timezone', 'must be an IANA time zone, such as Europe/Lisbon.');
    }
    if (reason !== undefined && unsubscribed === undefined) {
      throw new ValueError('reason', 'says why unsubscribed changes; send both.');
    }
    return {
      ...values,
      how: 'operator',
      add_tags: tags,
      ...(external_id !== undefined && {
        external_id:
          external_id === null
            ? null
            : plainTextAt(external_id, 'external_id', limits.externalIdChars),
      }),
      ...(timezone !== undefined && { timezone }),
      ...(unsubscribed !== undefined && { unsubscribed, reason: reason?.trim() || null }),
      ...(hard_bounced !== undefined && { hard_bounced }),
    };
  } catch (error) {
    if (error instanceof ValueError) throw invalid([error.issue]);
    throw error;
  }
}

/** Registers the fields of the request, then changes one person. */
async function change(tx: Tx, deps: PeopleDeps, personId: number, values: Values): Promise<void> {
  const fields = values.fields ?? {};
  const [wrong] = await registerFields(tx, [fields], 'fields.');
  if (wrong) throw fault(/^[^ ]+/.exec(wrong)?.[0] ?? 'fields', wrong);
  await refuseTaken(tx, personId, values);
  await changePeople(tx, deps, [{ person_id: personId, ...values }]);
}

/** An address or an external id belongs to one person only. */
async function refuseTaken(tx: Tx, personId: number, values: Values): Promise<void> {
  const { email, external_id } = values;
  const taken: Issue[] = [];
  const other = async (path: string, found: PersonRow | null) => {
    if (!found || found.id === personId) return;
    const message = `Person ${found.id} has this ${path} already.`;
    taken.push({ path, code: 'taken', message });
  };
  if (email !== undefined) await other('email', await findPersonByEmail(tx, email));
  if (external_id) await other('external_id', await findPersonByExternalId(tx, external_id));
  const [first] = taken;
  if (first) throw new Refusal('conflict', first.message, { errors: taken });
}

async function changedView(tx: Tx, deps: PeopleDeps, address: string, values: Values) {
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

/** The parts of the service that operations on people need. */
export interface PersonDeps extends PeopleDeps, AudienceDeps {
  /** Resolves segments, which the people room does not know. */
  audienceNamed: AudienceNamed;
}

export const personHandlers: Pick<
  Handlers<PersonDeps>,
  | 'list_people'
  | 'get_person'
  | 'upsert_person'
  | 'update_person'
  | 'delete_person'
  | 'tag_person'
  | 'untag_person'
  | 'add_note'
> = {
  list_people: read(async (input, { tx, deps }) => {
    const page = pageOf(input, 1);
    const tagId = input.tag === undefined ? null : await deps.tagNames.find(tx, input.tag);
    if (input.tag !== undefined && tagId === null) return { people: [], next_cursor: null };
    const found = await findPeople(tx, deps, {
      q: input.q?.trim() || null,
      tagId,
      externalId: input.external_id?.trim() ?? null,
      audience: input.segment === undefined ? null : await deps.audienceNamed(tx, input.segment),
      before: page.after?.[0] ?? null,
      limit: page.read,
    });
    const { shown, next_cursor } = shownOf(found.rows, page, (row) => [row.id]);
    return {
      people: await peopleViews(tx, deps, shown),
      next_cursor: next_cursor ?? furtherFrom(found),
    };
  }),

  get_person: read(async ({ person }, { tx, deps }) => {
    return { person: await personView(tx, deps, await getPerson(tx, person)) };
  }),

  upsert_person: transaction(async ({ email, ...input }, { tx, deps }) => {
    const address = readAddress(email);
    const values = readValues(input);
    const hashesOf = (text: string) => suppressionHashes(deps, text);
    const { ids, made } = await ensurePeople(tx, [address], hashesOf);
    const id = ids.get(address) ?? 0;
    const { person } = await changedView(tx, deps, String(id), values);
    return { person, created: made.has(id) };
  }),

  update_person: transaction(async ({ person, email, ...input }, { tx, deps }) => {
    const moved = email === undefined ? {} : { email: readAddress(email) };
    return await changedView(tx, deps, person, { ...readValues(input), ...moved });
  }),

  delete_person: transaction(async ({ person }, { tx, deps }) => {
    const { id, email } = await getPerson(tx, person);
    if (!(await lockForErasure(tx, id))) return { deleted: true };
    await suppressErased(tx, deps, email);
    await erasePerson(tx, id);
    tx.work.tell({ resource: 'people', id, action: 'deleted' });
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
