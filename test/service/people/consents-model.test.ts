import { consentKinds } from '@postroad/core/people/consent-operations';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { testKey, tokenOf } from '../subscribers/subscribing.ts';

// @database both: a trigger and statements of arrays hold the ledger on either.

let opened: TestService;
let calls: Calling;
let round = 0;

const toggles = ['news', 'tips'] as const;

beforeAll(async () => {
  opened = await openTestService({ env: { SECRET_KEY: testKey } });
  calls = calling(opened);
  const preferences = {
    enabled: true,
    toggles: toggles.map((id) => ({
      ...{ id, label: `About ${id}`, condition: { type: 'has_tag', tag: id } },
      on: [{ type: 'add_tag', tag: id }],
      off: [{ type: 'remove_tag', tag: id }],
    })),
  };
  await calls.call('update_settings', {
    settings: { 'sending.subscription_preferences': preferences },
  });
});

afterAll(() => opened.close());

const slot = fc.nat({ max: 2 });
const source = fc.constantFrom('shop', 'fair');
const at = fc.constantFrom('2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z');

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('leave' as const), slot, door: door() }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('return' as const), slot, door: door() }) },
  fc.record({ act: fc.constant('save' as const), slot, news: fc.boolean(), tips: fc.boolean() }),
  fc.record({
    act: fc.constant('record' as const),
    slot,
    kind: fc.constantFrom(...consentKinds),
    purpose: fc.constantFrom('marketing', 'profiling'),
    source,
    at: fc.option(at),
  }),
  fc.record({
    act: fc.constant('batch' as const),
    entries: fc.array(fc.record({ slot, out: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  }),
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('import' as const),
      trigger: fc.boolean(),
      rows: fc.uniqueArray(
        fc.record({ slot, at: fc.option(at), source: fc.option(source), out: fc.boolean() }),
        { minLength: 1, maxLength: 3, selector: (row) => row.slot },
      ),
    }),
  },
  fc.record({ act: fc.constant('erase' as const), slot }),
  fc.record({ act: fc.constant('move' as const), slot, to: slot }),
);

function door() {
  return fc.constantFrom('page' as const, 'api', 'one_click', 'operator');
}

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** An entry as the model keeps it; `at` is null for the time of the act. */
interface Entry {
  order: number;
  kind: string;
  purpose: string;
  source: string | null;
  at: string | null;
}

interface Somebody {
  id: number;
  out: boolean;
  tags: Set<string>;
  entries: Entry[];
}

/** What the ledger has to be, without a database. */
class Model {
  readonly people = new Map<number, Somebody>();
  /** Slots whose addresses stay suppressed after an erasure. */
  readonly suppressed = new Set<number>();
  readonly kept = new Map<number, Entry[]>();
  #order = 0;

  add(person: Somebody, entry: Omit<Entry, 'order'>): void {
    this.#order += 1;
    person.entries.push({ ...entry, order: this.#order });
  }

  turn(slot: number, person: Somebody, out: boolean, source: string): void {
    if (person.out === out) return;
    person.out = out;
    if (!out) this.suppressed.delete(slot);
    const kind = out ? 'withdrawn' : 'given';
    this.add(person, { kind, purpose: 'marketing', source, at: null });
  }

  bring(slot: number, { id }: { id: number }): Somebody {
    const made = { id, out: this.suppressed.has(slot), tags: new Set<string>(), entries: [] };
    this.people.set(slot, made);
    return made;
  }

  erase(slot: number, { entries }: Somebody): void {
    const left = entries.map((entry) => ({ ...entry, source: null }));
    this.kept.set(slot, [...(this.kept.get(slot) ?? []), ...left]);
    this.people.delete(slot);
    this.suppressed.add(slot);
  }

  of(slot: number): Omit<Entry, 'order'>[] {
    const all = [...(this.kept.get(slot) ?? []), ...(this.people.get(slot)?.entries ?? [])];
    return all.toSorted((a, b) => a.order - b.order).map(({ order: _, ...entry }) => entry);
  }
}

const emailOf = (slot: number) => `slot-${slot}-${round}@example.com`;

async function somebody(model: Model, slot: number): Promise<Somebody> {
  const known = model.people.get(slot);
  if (known !== undefined) return known;
  const { person } = await calls.call('upsert_person', { email: emailOf(slot) });
  return model.bring(slot, { id: person.id });
}

async function turn(model: Model, slot: number, out: boolean, door: string): Promise<void> {
  const person = await somebody(model, slot);
  const how = door === 'one_click' && !out ? 'page' : door;
  const token = tokenOf({ personId: person.id, emailId: 1, sendId: 0 });
  if (how === 'operator') {
    await calls.call('update_person', { person: emailOf(slot), unsubscribed: out });
  } else if (out) {
    await opened.service.unsubscribe(token, { reason: null, how: how as 'page' });
  } else await opened.service.resubscribe(token, { how: how as 'page' });
  model.turn(slot, person, out, how);
}

async function save(model: Model, slot: number, chosen: Record<string, boolean>): Promise<void> {
  const person = await somebody(model, slot);
  const token = tokenOf({ personId: person.id, emailId: 1, sendId: 0 });
  const page = await opened.service.readSubscription(token);
  const revision = page?.preferences?.revision ?? '';
  await opened.service.savePreferences(token, { revision, selections: chosen });
  if (person.out) return;
  for (const purpose of toggles) {
    const on = chosen[purpose] === true;
    if (person.tags.has(purpose) === on) continue;
    if (on) person.tags.add(purpose);
    else person.tags.delete(purpose);
    const kind = on ? 'given' : 'withdrawn';
    model.add(person, { kind, purpose, source: 'preferences', at: null });
  }
}

interface Row {
  slot: number;
  at: string | null;
  source: string | null;
  out: boolean;
}

async function importRows(model: Model, rows: readonly Row[], trigger: boolean): Promise<void> {
  const lines = rows.map(
    (row) => `${emailOf(row.slot)},${row.at ?? ''},${row.source ?? ''},${row.out}`,
  );
  const content = `email,opted_in_at,consent_source,unsubscribed\n${lines.join('\n')}\n`;
  await calls.call('import_people', { content, trigger });
  const fresh = new Set(rows.filter(({ slot }) => !model.people.has(slot)));
  for (const row of rows) {
    const { id } = (await calls.call('get_person', { person: emailOf(row.slot) })).person;
    const person = model.people.get(row.slot) ?? model.bring(row.slot, { id });
    const said = { kind: 'imported', purpose: 'marketing', source: row.source ?? 'import' };
    const isKnown = person.entries.some(
      ({ kind, purpose, source, at }) =>
        kind === said.kind &&
        purpose === said.purpose &&
        source === said.source &&
        (row.at === null || at === row.at),
    );
    const says = row.at !== null || row.source !== null;
    if (says && !isKnown) model.add(person, { ...said, at: row.at });
    if (!row.out) continue;
    // Somebody who comes as unsubscribed has said so elsewhere.
    if (fresh.has(row)) person.out = false;
    model.turn(row.slot, person, true, 'import');
  }
}

async function batch(model: Model, entries: readonly { slot: number; out: boolean }[]) {
  const people = entries.map(({ slot, out }) => ({ email: emailOf(slot), unsubscribed: out }));
  const { results } = await calls.call('upsert_people', { people });
  for (const [index, { slot, out }] of entries.entries()) {
    const id = results[index]?.person_id ?? 0;
    const person = model.people.get(slot) ?? model.bring(slot, { id });
    model.turn(slot, person, out, 'operator');
  }
}

async function move(model: Model, from: number, to: number): Promise<void> {
  const person = model.people.get(from);
  if (person === undefined || model.people.has(to)) return;
  await calls.call('update_person', { person: emailOf(from), email: emailOf(to) });
  model.people.delete(from);
  model.people.set(to, person);
  if (model.suppressed.has(to)) person.out = true;
}

async function perform(model: Model, one: Act): Promise<void> {
  switch (one.act) {
    case 'leave':
    case 'return':
      return await turn(model, one.slot, one.act === 'leave', one.door);
    case 'save':
      return await save(model, one.slot, { news: one.news, tips: one.tips });
    case 'record': {
      const person = await somebody(model, one.slot);
      const { kind, purpose, source, at } = one;
      const given = { kind, purpose, source, text: 'Yes', ...(at === null ? {} : { at }) };
      await calls.call('record_consent', { person: emailOf(one.slot), ...given });
      return model.add(person, { kind, purpose, source, at });
    }
    case 'batch':
      return await batch(model, one.entries);
    case 'import':
      return await importRows(model, one.rows, one.trigger);
    case 'move':
      return await move(model, one.slot, one.to);
    case 'erase': {
      const person = model.people.get(one.slot);
      if (person === undefined) return;
      await calls.call('delete_person', { person: emailOf(one.slot) });
      return model.erase(one.slot, person);
    }
  }
}

/** The ledger of an address, oldest first; of an address that nobody had, nothing. */
async function ledgerOf(slot: number) {
  const input = { person: emailOf(slot), sort: 'id', limit: 200 } as const;
  const answer = await calls.call('list_consents', input).catch(() => ({ consents: [] }));
  return answer.consents.map(({ kind, purpose, source, at }) => ({ kind, purpose, source, at }));
}

it('CONS-06 the ledger equals a model under random acts', async () => {
  const { now } = await calls.call('get_clock', {});
  const property = fc.asyncProperty(
    fc.array(act, { minLength: 1, maxLength: 20 }),
    async (acts) => {
      round += 1;
      const model = new Model();
      for (const one of acts) await perform(model, one);
      for (const slot of [0, 1, 2]) {
        const expected = model.of(slot).map((entry) => ({ ...entry, at: entry.at ?? now }));
        expect(await ledgerOf(slot)).toEqual(expected);
        const person = model.people.get(slot);
        if (person === undefined) continue;
        const shown = (await calls.call('get_person', { person: String(person.id) })).person;
        expect(shown.unsubscribed).toBe(person.out);
      }
    },
  );
  await fc.assert(property, { numRuns: runs(150) });
}, 300_000);
