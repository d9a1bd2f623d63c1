import { tagKey } from '@postroad/core/conditions/compare';
import type { FieldValue } from '@postroad/core/people/person-values';
import { type SubscriberDoor, subscriberDoors } from '@postroad/core/subscribers/status';
import {
  erasedReason,
  isKnownFromMessages,
  type LockedPerson,
  lockPeople,
  type PersonWrite,
  type TimeChange,
  writePeople,
  writeTags,
} from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Fact } from '../platform/fact.ts';
import { type ConsentAct, type ConsentContext, recordConsents } from './consents.ts';
import { erasedAmong, liftErased, type SuppressionKeys } from './suppression-hash.ts';
import type { TagNames } from './tag-names.ts';

/** The author of a change; `how` in the details of `unsubscribed` and `resubscribed`. */
export type ChangedBy =
  | 'operator'
  | 'event'
  | 'flow'
  | 'import'
  | SubscriberDoor
  | 'preferences'
  | 'form'
  | 'provider';

/**
 * The run of a flow that did something, and the number of flows that triggered each other without a
 * wait before it.
 */
export interface Cause {
  run_id: number;
  chain: number;
}

/** A change of one person. A missing member changes nothing, null clears the value. */
export interface PersonChange {
  person_id: number;
  how: ChangedBy;
  /** Parsed by core/address; the caller has checked that nobody else has it. */
  email?: string;
  first_name?: string | null;
  last_name?: string | null;
  external_id?: string | null;
  timezone?: string | null;
  /** Values of the types that `registerFields` has checked. */
  fields?: Readonly<Record<string, FieldValue>>;
  add_tags?: readonly string[];
  remove_tags?: readonly string[];
  /** First touch only (EVENT-11). */
  attribution?: Record<string, unknown> | null;
  unsubscribed?: boolean;
  /** The reason for unsubscribing or resubscribing. */
  reason?: string | null;
  /** Further details of that event, such as the email and send that led there. */
  about?: Readonly<Record<string, unknown>>;
  /**
   * What the ledger of consent says of unsubscribing or resubscribing, besides that; null where the
   * caller says all of it.
   */
  consent?: Partial<ConsentContext> | null;
  /** False clears a bounce, for an operator who knows that the mailbox works again. */
  hard_bounced?: boolean;
  complained?: true;
  /**
   * Time of the change and whether it is backfilled, as in the event that carried it (EVENT-16).
   */
  occurred_at?: Date;
  historical?: boolean;
  /** Changes the person without recording the service's own events, as an import does. */
  quiet?: boolean;
  /** The run that makes the change. */
  cause?: Cause;
  /** Position among the effects of one run; the events of the change get it too. */
  order?: number;
}

/** An event of the service's own about a change, still to be recorded. */
export interface PersonEvent {
  person_id: number;
  name: string;
  details: Record<string, unknown>;
  occurred_at: Date;
  historical: boolean;
  source: 'service';
  cause?: Cause;
  order?: number;
}

/**
 * Whether a person opted out of mail or back in, or is opted out under a new address; else null.
 */
export type OptOutChange = 'out' | 'in' | null;

/** A person whose row was written. */
export interface UpdatedPerson {
  id: number;
  cause: Cause | undefined;
  optOut: OptOutChange;
  /** Whether the person is suppressed: no mail may leave after the commit. */
  suppressed: boolean;
  /** Whether the person has another time zone now. */
  zoneChanged: boolean;
}

/** A person who was created. */
export interface AddedPerson {
  id: number;
  optOut: OptOutChange;
}

/** What the people room publishes to other rooms. */
export interface PeopleFacts {
  /** Published together with the write; the people are locked. */
  peopleChanged: Fact<readonly UpdatedPerson[]>;
  /** Published by imports only; people who are added in other ways are never suppressed. */
  peopleAdded: Fact<readonly AddedPerson[]>;
  /** People with new entries in the ledger of consent, where they did not change besides. */
  consentsRecorded: Fact<readonly number[]>;
  /** In the order in which they are to be recorded. */
  personEvents: Fact<readonly PersonEvent[]>;
}

/** The parts of the service that changing people needs. */
export interface PeopleDeps extends SuppressionKeys {
  tagNames: TagNames;
  facts: PeopleFacts;
}

/** A locked person with the changes so far. */
interface Working {
  before: LockedPerson;
  write: PersonWrite;
  fields: Map<string, unknown>;
  tags: Set<number>;
  /** Whether tags were put on or taken off. */
  tagged: boolean;
  /** Whether anything else was changed. */
  changed: boolean;
}

interface TagIds {
  byKey: Map<string, number>;
  nameOf: Map<number, string>;
}

/** What comes of the changes besides the rows of people. */
interface Outcome {
  events: PersonEvent[];
  consents: ConsentAct[];
}

type Note = (name: string, details: Record<string, unknown>) => void;

/**
 * Changes people and has the service's own events about the changes recorded (EVENT-15 to
 * EVENT-17), which can start flows (EVENT-19). Every change of people goes through this function or
 * through `applyChanges`.
 */
export async function changePeople(
  tx: Tx,
  deps: PeopleDeps,
  changes: readonly PersonChange[],
): Promise<void> {
  await deps.facts.personEvents.publish(tx, await applyChanges(tx, deps, changes));
}

/**
 * Locks the people in order of id, works out what really changes, and writes it with one statement
 * for each kind. Returns the events to be recorded, for callers that record them together with
 * others. Changes of one person apply in order; deleted people are left out. `held` are people whom
 * the caller has already locked for update.
 */
export async function applyChanges(
  tx: Tx,
  deps: PeopleDeps,
  changes: readonly PersonChange[],
  held: ReadonlyMap<number, LockedPerson> | null = null,
): Promise<PersonEvent[]> {
  if (changes.length === 0) return [];
  const tags = await resolveTags(tx, deps, changes);
  const ids = [...new Set(changes.map((change) => change.person_id))];
  const locked = held ?? (await lockPeople(tx, ids));
  const people = new Map<number, Working>();
  for (const id of ids) {
    const row = locked.get(id);
    if (row !== undefined) people.set(id, working(row));
  }
  const { events, consents } = outcomeOf(tx, people, changes, tags);
  const written = [...people.values()].filter(({ changed, tagged }) => changed || tagged);
  if (written.length === 0) return [];
  await settleSuppressions(tx, deps, written);
  const causes = new Map(changes.map((change) => [change.person_id, change.cause]));
  await Promise.all([
    write(tx, written),
    recordConsents(tx, consents),
    deps.facts.peopleChanged.publish(
      tx,
      written.map((person) => updatedPerson(person, causes.get(person.write.id))),
    ),
  ]);
  tellUpdated(tx, written);
  return events;
}

/** Tells clients and webhook endpoints of people who were made. */
export function tellCreated(tx: Tx, made: Iterable<number>): void {
  const ids = [...made];
  tx.work.tellAll(ids, { resource: 'people', action: 'created' });
  tx.work.announce(
    'person.created',
    ids.map((id) => ({ subject_id: id, person_id: id })),
  );
}

/** A bounce or a complaint is one of an email; leaving and coming back by choice are of the person. */
function tellUpdated(tx: Tx, written: readonly Working[]): void {
  const ofPerson = ({ write: { id } }: Working) => ({ subject_id: id, person_id: id });
  const turned = (change: TimeChange) =>
    written.filter(({ write }) => write.unsubscribed === change).map(ofPerson);
  tx.work.tellAll(
    written.map(({ write }) => write.id),
    { resource: 'people', action: 'updated' },
  );
  tx.work.announce('person.updated', written.map(ofPerson));
  tx.work.announce('person.unsubscribed', turned('set'));
  tx.work.announce('person.resubscribed', turned('clear'));
}

function outcomeOf(
  tx: Tx,
  people: ReadonlyMap<number, Working>,
  changes: readonly PersonChange[],
  tags: TagIds,
): Outcome {
  const outcome: Outcome = { events: [], consents: [] };
  for (const change of changes) {
    const person = people.get(change.person_id);
    if (person === undefined) continue;
    const note: Note = (name, details) => {
      if (change.quiet) return;
      const { person_id, historical = false, occurred_at = tx.now, cause, order } = change;
      const what = { person_id, name, details, occurred_at, historical };
      outcome.events.push({
        ...what,
        source: 'service',
        ...(cause && { cause }),
        ...(order !== undefined && { order }),
      });
    };
    const turned = applyChange(person, change, tags, note);
    if (turned && change.consent !== null) outcome.consents.push(consentOf(change));
  }
  return outcome;
}

/** What the ledger says of a change that unsubscribed or resubscribed somebody (CONS-02). */
function consentOf({
  person_id,
  unsubscribed,
  how,
  occurred_at,
  consent,
}: PersonChange): ConsentAct {
  const kind = unsubscribed === true ? 'withdrawn' : 'given';
  return {
    ...consent,
    ...{ person_id, kind, source: how },
    happened_at: consent?.happened_at ?? occurred_at ?? null,
  };
}

/** Where only tags changed, a statement writes these alone: flows put tags on many people (ING-04). */
async function write(tx: Tx, written: readonly Working[]): Promise<void> {
  const tagIds = ({ tags }: Working) => ({ tag_ids: [...tags] });
  const whole = written.filter(({ changed }) => changed);
  const tagged = written.filter(({ changed }) => !changed);
  await Promise.all([
    whole.length > 0 &&
      writePeople(
        tx,
        whole.map((person) => ({ ...person.write, ...tagIds(person) })),
      ),
    tagged.length > 0 &&
      writeTags(
        tx,
        tagged.map((person) => ({ id: person.before.id, ...tagIds(person) })),
      ),
  ]);
}

function updatedPerson({ before, write }: Working, cause: Cause | undefined): UpdatedPerson {
  const out =
    stands(before.unsubscribed_at, write.unsubscribed) ||
    stands(before.complained_at, write.complained);
  const was = before.unsubscribed_at !== null || before.complained_at !== null;
  const moved = out && write.email !== before.email;
  const marks = [write.unsubscribed, write.hard_bounced, write.complained];
  return {
    id: write.id,
    cause,
    optOut: out === was && !moved ? null : out ? 'out' : 'in',
    suppressed: marks.includes('set'),
    zoneChanged: write.timezone !== before.timezone,
  };
}

/** Creates the tags that are added. A tag that is removed and does not exist has no id. */
async function resolveTags(
  tx: Tx,
  deps: PeopleDeps,
  changes: readonly PersonChange[],
): Promise<TagIds> {
  const added = changes.flatMap((change) => change.add_tags ?? []);
  const removed = changes.flatMap((change) => change.remove_tags ?? []);
  if (added.length + removed.length === 0) return { byKey: new Map(), nameOf: new Map() };
  const byKey = added.length > 0 ? await deps.tagNames.ensure(tx, added) : new Map();
  for (const tag of removed) {
    const id = byKey.get(tagKey(tag)) ?? (await deps.tagNames.find(tx, tag));
    if (id !== null) byKey.set(tagKey(tag), id);
  }
  const ids = [...new Set(byKey.values())];
  const names = await deps.tagNames.names(tx, ids);
  return { byKey, nameOf: new Map(ids.map((id, index) => [id, names[index] ?? ''])) };
}

function working(row: LockedPerson): Working {
  const { id, email, first_name, last_name, external_id, timezone, unsubscribe_reason } = row;
  return {
    before: row,
    fields: new Map(Object.entries(row.fields)),
    tags: new Set(row.tag_ids),
    tagged: false,
    changed: false,
    write: {
      ...{ id, email, first_name, last_name, external_id, timezone, unsubscribe_reason },
      tag_ids: row.tag_ids,
      fields: {},
      cleared: [],
      attribution: null,
      unsubscribed: 'keep',
      hard_bounced: 'keep',
      complained: 'keep',
    },
  };
}

const plain = ['first_name', 'last_name', 'external_id', 'timezone', 'email'] as const;

/** Returns whether the change unsubscribed or resubscribed the person. */
function applyChange(person: Working, change: PersonChange, tags: TagIds, note: Note): boolean {
  const { write } = person;
  const address = write.email;
  for (const key of plain) {
    const value = change[key];
    if (value === undefined || value === write[key]) continue;
    Object.assign(write, { [key]: value });
    person.changed = true;
  }
  if (change.attribution && !person.before.attribution && !write.attribution) {
    write.attribution = change.attribution;
    person.changed = true;
  }
  for (const [key, value] of Object.entries(change.fields ?? {}))
    setField(person, key, value, note);
  for (const tag of change.add_tags ?? []) changeTag(person, tag, true, tags, note);
  for (const tag of change.remove_tags ?? []) changeTag(person, tag, false, tags, note);
  const turned = changeSubscription(person, change, note);
  // The mark is of the address: a corrected one has not bounced.
  const bounced = change.hard_bounced ?? (write.email === address ? undefined : false);
  changeMark(person, 'hard_bounced', bounced, change, note);
  changeMark(person, 'complained', change.complained, change, note);
  return turned;
}

function setField(person: Working, key: string, value: FieldValue, note: Note): void {
  const old = person.fields.get(key) ?? null;
  if (old === value) return;
  const { write } = person;
  if (value === null) {
    person.fields.delete(key);
    delete write.fields[key];
    write.cleared.push(key);
  } else {
    person.fields.set(key, value);
    write.fields[key] = value;
    write.cleared = write.cleared.filter((cleared) => cleared !== key);
  }
  person.changed = true;
  note('field_changed', { key, old, new: value });
}

function changeTag(person: Working, tag: string, has: boolean, tags: TagIds, note: Note): void {
  const id = tags.byKey.get(tagKey(tag));
  if (id === undefined || person.tags.has(id) === has) return;
  if (has) person.tags.add(id);
  else person.tags.delete(id);
  person.tagged = true;
  note(has ? 'tag_added' : 'tag_removed', { tag: tags.nameOf.get(id) ?? tag });
}

/** Whether the time is set after the changes so far. */
function stands(before: Date | null, written: TimeChange): boolean {
  return written === 'keep' ? before !== null : written === 'set';
}

/**
 * A reason that arrives later is kept with the first time: the one-click request often precedes the
 * form of the page. The links of a mail add one where there is none; an operator may correct it.
 */
function changeSubscription(person: Working, change: PersonChange, note: Note): boolean {
  const wanted = change.unsubscribed;
  if (wanted === undefined) return false;
  const { before, write } = person;
  const reason = change.reason ?? null;
  if (wanted === stands(before.unsubscribed_at, write.unsubscribed)) {
    if (!wanted || reason === null || reason === write.unsubscribe_reason) return false;
    const hasReason = write.unsubscribe_reason !== null && !isKnownFromMessages(write);
    if (hasReason && subscriberDoors.some((door) => door === change.how)) return false;
    write.unsubscribe_reason = reason;
    person.changed = true;
    return false;
  }
  write.unsubscribed = wanted ? 'set' : 'clear';
  write.unsubscribe_reason = wanted ? reason : null;
  person.changed = true;
  note(wanted ? 'unsubscribed' : 'resubscribed', { reason, how: change.how, ...change.about });
  return true;
}

/** A bounce or a complaint suppresses like an unsubscribe, with its own reason. */
function changeMark(
  person: Working,
  key: 'hard_bounced' | 'complained',
  wanted: boolean | undefined,
  change: PersonChange,
  note: Note,
): void {
  const { before, write } = person;
  if (wanted === undefined || wanted === stands(before[`${key}_at`], write[key])) return;
  write[key] = wanted ? 'set' : 'clear';
  person.changed = true;
  const details = { reason: wanted ? key : `${key}_cleared`, how: change.how, ...change.about };
  note(wanted ? 'unsubscribed' : 'resubscribed', details);
}

/**
 * Resubscribing lifts the suppression that an erasure left on the address. A person who takes over
 * an erased address is suppressed under it.
 */
async function settleSuppressions(tx: Tx, deps: PeopleDeps, written: Working[]): Promise<void> {
  const emailOf = ({ write }: Working) => write.email;
  const lifted = written.filter(({ write }) => write.unsubscribed === 'clear');
  if (lifted.length > 0) await liftErased(tx, deps, lifted.map(emailOf));
  const moved = written.filter(
    ({ write, before }) => write.email !== before.email && write.unsubscribed !== 'clear',
  );
  if (moved.length === 0) return;
  const kept = await erasedAmong(tx, deps, moved.map(emailOf));
  for (const person of moved) {
    const { write, before } = person;
    if (!kept.has(emailOf(person)) || stands(before.unsubscribed_at, write.unsubscribed)) continue;
    write.unsubscribed = 'set';
    write.unsubscribe_reason = erasedReason;
  }
}
