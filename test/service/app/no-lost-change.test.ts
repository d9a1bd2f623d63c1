import { Refusal } from '@postroad/core/platform/refusal';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

let opened: TestService;
let api: Calling;
let round = 0;

beforeAll(async () => {
  opened = await openTestService({ poolSize: 8, env: { STARTER: '1', LOG_LEVEL: 'silent' } });
  api = calling(opened);
});

afterAll(() => opened.close());

const condition = { type: 'has_tag', tag: 'vip' };

/** A name, and the revision that has it. */
interface Seen {
  name: string;
  revision: number;
}

/** Two records that everybody writes: a name each, which is different in every write. */
interface Shared {
  resource: 'guards' | 'emails';
  look(): Promise<Seen>;
  save(name: string, seen: Seen): Promise<unknown>;
  /** Whether a file is its own. */
  owns(path: string): boolean;
  named(file: string, name: string): string;
  nameIn(file: string): string;
  record: string;
}

async function invoke(
  name: 'update_guard' | 'update_email',
  input: object,
  revision: number,
): Promise<unknown> {
  return await opened.service.invoke(name, input, { actor: opened.actor, ifRevision: [revision] });
}

async function sharedGuard(): Promise<Shared> {
  const key = `shared-${round}`;
  const { guard } = await api.call('create_guard', { key, name: 'First', condition });
  return {
    resource: 'guards',
    look: async () => (await api.call('get_guard', { guard_key: key })).guard,
    save: (name, { revision }) => invoke('update_guard', { guard_key: key, name }, revision),
    owns: (path) => path === `guards/${key}.json`,
    named: (file, name) => file.replace(/"name": "[^"]*"/, `"name": "${name}"`),
    nameIn: (file) => /"name": "([^"]*)"/.exec(file)?.[1] ?? '',
    record: String(guard.id),
  };
}

async function sharedEmail(): Promise<Shared> {
  const { email } = await api.call('create_email', {
    ...{ title: `Shared ${round}`, subject: 'First', body_markdown: 'Hi' },
  });
  const email_id = email.id;
  return {
    resource: 'emails',
    async look() {
      const { subject, revision } = (await api.call('get_email', { email_id })).email;
      return { name: subject, revision };
    },
    save: (subject, { revision }) => invoke('update_email', { email_id, subject }, revision),
    owns: (path) => new RegExp(`^emails/0*${email_id}-`).test(path),
    named: (file, name) => file.replace(/^subject: .*$/m, `subject: ${name}`),
    nameIn: (file) => /^subject: (.*)$/m.exec(file)?.[1] ?? '',
    record: String(email_id),
  };
}

/** A write that was acknowledged: over which name it was written, and what its change is. */
interface Acknowledged {
  over: string;
  /** The name that it wrote; null for a revert. */
  name: string | null;
  change: number | null;
}

/** Somebody who first looks and then writes, with everybody else in between. */
interface Actor {
  look(): Promise<void>;
  write(): Promise<Acknowledged>;
}

const lost = new Error('Nothing to write.');
let names = 0;

function freshName(): string {
  names += 1;
  return `Name ${names}`;
}

function operator(shared: Shared): Actor {
  let seen: Seen | null = null;
  return {
    async look() {
      seen = await shared.look();
    },
    async write() {
      if (seen === null) throw lost;
      const name = freshName();
      await shared.save(name, seen);
      return { over: seen.name, name, change: null };
    },
  };
}

function pusher(shared: Shared): Actor {
  let pulled: Awaited<ReturnType<typeof pull>> | null = null;
  const pull = () => api.call('export_definitions', {});
  return {
    async look() {
      pulled = await pull();
    },
    async write() {
      const path = Object.keys(pulled?.files ?? {}).find((one) => shared.owns(one));
      if (pulled === null || path === undefined) throw lost;
      const name = freshName();
      const file = pulled.files[path] ?? '';
      const files = { ...pulled.files, [path]: shared.named(file, name) };
      const plan = await api.call('apply_definitions', { files, base: pulled.base });
      if (!plan.ok) {
        expect(plan).toMatchObject({ applied: 0, conflicts: [{ path }] });
        throw new Refusal('conflict', 'Both sides changed it.');
      }
      expect(plan.applied).toBe(1);
      return { over: shared.nameIn(file), name, change: null };
    },
  };
}

const nameOf = (row: Record<string, unknown> | null, { resource }: Shared) =>
  String(row?.[resource === 'emails' ? 'subject' : 'name'] ?? '');

async function historyOf({ resource, record }: Shared) {
  const { changes } = await api.call('list_changes', { resource, id: record, limit: 200 });
  const all = changes.toReversed().map(({ id }) => api.call('get_change', { change_id: id }));
  return (await Promise.all(all)).map(({ change }) => change);
}

function reverter(shared: Shared): Actor {
  let newest: number | null = null;
  let left = '';
  return {
    async look() {
      const { resource, record } = shared;
      const { changes } = await api.call('list_changes', { resource, id: record, limit: 1 });
      const { change } = await api.call('get_change', { change_id: changes[0]?.id ?? 0 });
      newest = change.before === null ? null : change.id;
      left = nameOf(change.after, shared);
    },
    async write() {
      if (newest === null) throw lost;
      const { change } = await api.call('revert_change', { change_id: newest });
      return { over: left, name: null, change: change?.id ?? null };
    },
  };
}

/** How a loser learns that nothing was stored. */
const refusals = new Set(['revision_mismatch', 'changed_since', 'conflict']);

/** Writes, and answers nothing where it was refused. */
async function attempt(actor: Actor): Promise<Acknowledged[]> {
  try {
    return [await actor.write()];
  } catch (error) {
    if (error === lost) return [];
    if (error instanceof Refusal && refusals.has(error.code)) return [];
    throw error;
  }
}

async function confirm(shared: Shared, acknowledged: readonly Acknowledged[]): Promise<void> {
  const history = await historyOf(shared);
  for (const [index, { before }] of history.entries()) {
    if (index > 0) expect(before).toEqual(history[index - 1]?.after);
  }
  for (const { over, name, change } of acknowledged) {
    const made = history.find(({ id, after }) =>
      name === null ? id === change : nameOf(after, shared) === name,
    );
    // Each acknowledged write is there, and took the place of nothing but what its author had seen.
    expect(made, `${name ?? change}`).toBeDefined();
    expect(nameOf(made?.before ?? null, shared)).toBe(over);
  }
  // No other write is: those that were refused stored nothing.
  expect(history).toHaveLength(1 + acknowledged.length);
  expect((await shared.look()).name).toBe(nameOf(history.at(-1)?.after ?? null, shared));
}

const moment = fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 });

it('HIST-15 no acknowledged change of two operators, a push and a revert is lost without a word', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    // Who acts in a moment acts at the same time.
    fc.asyncProperty(
      fc.constantFrom(sharedGuard, sharedEmail),
      fc.array(moment, { minLength: 4, maxLength: 16 }),
      async (make, moments) => {
        round += 1;
        const shared = await make();
        const actors = [operator(shared), operator(shared), pusher(shared), reverter(shared)];
        const hasLooked = new Set<number>();
        const acknowledged: Acknowledged[] = [];
        for (const acting of moments) {
          const done = acting.map(async (index) => {
            const actor = actors[index];
            if (actor === undefined) return [];
            if (!hasLooked.has(index)) {
              hasLooked.add(index);
              await actor.look();
              return [];
            }
            hasLooked.delete(index);
            return await attempt(actor);
          });
          acknowledged.push(...(await Promise.all(done)).flat());
        }
        await confirm(shared, acknowledged);
      },
    ),
    { numRuns: runs(100) },
  );
});
