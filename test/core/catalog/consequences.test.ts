import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import type { Consequence } from '@postroad/core/catalog/consequence-words';
import { consequencesOf } from '@postroad/core/catalog/consequences';
import { contractSchemasOf } from '@postroad/core/catalog/contract-schemas';
import type { SlimSchema } from '@postroad/core/catalog/input-schema';
import { isObject } from '@postroad/core/platform/json';
import { describe, expect, it } from 'vitest';
import { projectTree } from '../../support/repository.ts';

/** Every number of an example, so that a count that was read shows as itself. */
const example = 7;

/** A value that the schema takes, with every member, numbers above 0 and lists of two. */
function exampleOf(schema: SlimSchema): unknown {
  const { anyOf, oneOf, properties, items, additionalProperties } = schema;
  const options = [...(anyOf ?? []), ...((oneOf ?? []) as SlimSchema[])];
  const first = options.find(({ type }) => type !== 'null');
  if (first !== undefined) return exampleOf(first);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (properties !== undefined) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, exampleOf(member)]),
    );
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return isObject(items) ? [0, 1].map(() => exampleOf(items)) : [];
  if (type === 'object') {
    return isObject(additionalProperties) ? { any: exampleOf(additionalProperties) } : {};
  }
  if (type === 'integer' || type === 'number') return example;
  return type === 'boolean' ? true : 'text';
}

function told(name: OperationName): Promise<Consequence[] | null> {
  const { input, output } = contractSchemasOf(name);
  return consequencesOf(
    name,
    exampleOf(input) as Record<string, unknown>,
    exampleOf(output) as object,
    async (read) => {
      expect(operationNamed(read).safety).toBe('read');
      return exampleOf(contractSchemasOf(read).output) as never;
    },
  );
}

const asked = operationNames.filter((name) =>
  ['remove', 'send'].includes(operationNamed(name).safety),
);

describe('CON-24 the consequences of what removes and what reaches people', () => {
  it.each(asked)('CON-24 says in numbers what %s does', async (name) => {
    const consequences = await told(name);
    expect(consequences, 'has no line in core/src/catalog/consequences.ts').not.toBeNull();
    expect(consequences).not.toEqual([]);
    for (const one of consequences ?? []) {
      if ('n' in one) expect(Number.isSafeInteger(one.n) && one.n >= 0, one.about).toBe(true);
    }
  });
});

const nothing = async () => Promise.reject(new Error('Nothing is read for this.'));

it('CON-24 says that there are more where only so many were read', async () => {
  const page = { sends: [{ id: 1 }], next_cursor: 'more' };
  const none = { events: [], subscriptions: [], person: { tags: ['vip'] }, next_cursor: null };
  const consequences = await consequencesOf(
    'delete_person',
    { person: 'ada@example.com' },
    { deleted: true },
    async (read) => (read === 'list_sends' ? page : none) as never,
  );
  expect(consequences).toContainEqual({ about: 'sends', n: 1, more: true });
  expect(consequences).toContainEqual({ about: 'events', n: 0 });
  expect(consequences).toContainEqual({ about: 'tags', n: 1 });
});

it('CON-24 counts the tokens that end with the one that made them, and those that they made', async () => {
  const token = (id: number, parent_id: number | null) => ({ id, parent_id, revoked_at: null });
  const good = [token(4, 3), token(3, 2), token(2, null), token(6, null)];
  const consequences = await consequencesOf(
    'revoke_token',
    { token_id: 2 },
    {},
    async (_, input) => {
      const { revoked } = input as { revoked?: boolean };
      const tokens = revoked === false ? good : [...good, token(5, 2)];
      return { tokens, next_cursor: null } as never;
    },
  );
  expect(consequences).toEqual([{ one: 'token' }, { about: 'tokens', n: 2 }]);
});

it('CON-24 tells mail that is due from mail that waits where sending continues', async () => {
  const sending = { lanes: [{ due: 2 }, { due: 1 }], queue: { scheduled: 5, holding: 4 } };
  expect(await consequencesOf('release_sending', {}, { sending }, nothing)).toEqual([
    { about: 'goesOut', n: 3 },
    { about: 'later', n: 6 },
  ]);
});

it('CON-24 has nothing of its own to say of what neither removes nor reaches people', async () => {
  expect(await consequencesOf('create_guard', {}, {}, nothing)).toBeNull();
});

/** It shows the effects of publishing itself, and activates in the same breath. */
const ownDialog = 'console/src/flows/publish-dialog.tsx';

it('CON-24 has no screen do such an act without the dialog', () => {
  const found = [...projectTree()]
    .filter(([path]) => /^console\/src\/.*\.tsx?$/.test(path) && path !== ownDialog)
    .flatMap(([path, text]) =>
      [...text.matchAll(/\b(?:call|perform)\(\s*'(\w+)'/g)].map(([, name = '']) => ({
        path,
        name,
      })),
    );
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ name }) => asked.includes(name as OperationName))).toEqual([]);
});

it('CON-24 counts each person of a broadcast once: whom a guard stops is left out, and gets no mail', async () => {
  const excluded = {
    ...{ unsubscribed: 1, hard_bounced: 1, complained: 1, guarded: 1 },
    ...{ by_broadcast: 0, by_segment: 0 },
  };
  const told = await consequencesOf(
    'send_broadcast_now',
    { broadcast_id: 1 },
    { recipients: 39, excluded },
    () => Promise.reject(new Error('nothing is read')),
  );
  expect(told).toEqual([
    { one: 'broadcastSent' },
    { about: 'recipients', n: 38 },
    { about: 'excluded', n: 4 },
  ]);
});

it('AGT-11 says of a write that nobody has to be asked about no more than it does', async () => {
  const read = async () => ({ person: { unsubscribed_at: null } }) as never;
  const does = (name: OperationName, input: object, answer: object) =>
    consequencesOf(name, { ...input }, answer, read);
  const person = { person: 'ada@example.com' };
  expect(await does('update_person', { ...person, first_name: 'Ada' }, {})).toEqual([]);
  expect(await does('update_person', { ...person, unsubscribed: false }, {})).toEqual([]);
  expect(await does('upsert_person', { email: person.person, unsubscribed: true }, {})).toEqual([]);
  expect(await does('upsert_people', { people: [{ email: person.person }] }, {})).toEqual([]);
  const flow = { status: 'draft', people_inside: 0 };
  expect(await does('update_flow', {}, { flow })).toEqual([{ about: 'inside', n: 0 }]);
  const effects = { people_inside: 0, queued_mail: 0 };
  expect(await does('publish_email', {}, { effects })).toEqual([
    ...[{ one: 'emailPublished' }, { about: 'queued', n: 0 }],
  ]);
  const broadcast = { status: 'draft', progress: null };
  expect(await does('update_broadcast', {}, { broadcast })).toEqual([]);
  const settings = { 'privacy.store_ip': 'off' };
  expect(await does('update_settings', { settings }, {})).toEqual([]);
  expect(await does('create_theme', {}, {})).toEqual([{ about: 'recompiled', n: 0 }]);
  const rows = { import: { rows: 2 } };
  expect(await does('import_people', {}, rows)).toEqual([{ about: 'importedAlone', n: 2 }]);
});
