import { countLostKeys, secretKeysOf } from '@postroad/service/account/secret-keys';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import { createPublicToken } from '@postroad/service/content/public-token';
import { isOurs, messageIdOf } from '@postroad/service/sending/message-id';
import { transaction } from '@postroad/store/platform/transaction';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { renderer } from '../../support/service.ts';

const first = 'the-first-key-of-all';
const second = 'the-second-key,with-a-comma';
const third = 'the-third-key-at-last';
const actor = { id: 'environment', name: 'test', scopes: ['admin'] } as const;

let opened: OpenTestDatabase;

beforeEach(async () => {
  opened = await openTestDatabase();
});

afterEach(async () => {
  await opened.drop();
});

function configOf(keys: Record<string, string>): Config {
  const env = { ...opened.env, TEST_CLOCK: '1', STARTER: '0', LOG_LEVEL: 'silent' };
  return readConfig({ ...env, ...keys });
}

/** What the service does with these keys. */
async function during<T>(
  keys: Record<string, string>,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const service = await openService(configOf(keys), { database: opened.database, renderer });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

function tokenSigned(key: string | Uint8Array, personId: number): string {
  return createPublicToken(Buffer.from(key), { personId, emailId: 1, sendId: 1 });
}

async function personNamed(service: Service, email: string) {
  const { output } = await service.invoke('upsert_person', { email }, { actor });
  return output.person;
}

it('TOKEN-04 links signed with earlier keys work as long as those keys are named', async () => {
  const { id } = await during({ SECRET_KEY: first }, (service) =>
    personNamed(service, 'a@b.example'),
  );
  const signed = { first: tokenSigned(first, id), second: tokenSigned(second, id) };
  const readable = (keys: Record<string, string>) =>
    during(keys, async (service) => {
      const pages = [
        await service.readSubscription(signed.first),
        await service.readSubscription(signed.second),
      ];
      return pages.map((page) => page !== null);
    });
  expect(await readable({ SECRET_KEY: second })).toEqual([false, true]);
  expect(await readable({ SECRET_KEY: third })).toEqual([false, false]);
  expect(await readable({ SECRET_KEY: third, SECRET_KEY_PREVIOUS: second })).toEqual([false, true]);
  const all = `${second} ${first}`;
  expect(await readable({ SECRET_KEY: third, SECRET_KEY_PREVIOUS: all })).toEqual([true, true]);
});

it('TOKEN-04 the key made at the first start is accepted for good where it has ever signed', async () => {
  const { id } = await during({}, (service) => personNamed(service, 'a@b.example'));
  const [{ key }] = await opened.database.pool<
    [{ key: Buffer }]
  >`select secret as key from instance_keys where secret is not null`;
  const page = await during({ SECRET_KEY: first }, (service) =>
    service.readSubscription(tokenSigned(key, id)),
  );
  expect(page?.status.email).toBe('a@b.example');
});

it('TOKEN-02 the key in the database opens nothing where it never signed', async () => {
  const { id } = await during({ SECRET_KEY: first }, (service) =>
    personNamed(service, 'a@b.example'),
  );
  const [{ key }] = await opened.database.pool<
    [{ key: Buffer }]
  >`select secret as key from instance_keys where secret is not null`;
  expect(
    await during({ SECRET_KEY: first }, (service) =>
      service.readSubscription(tokenSigned(key, id)),
    ),
  ).toBeNull();
});

it('notices a key that has signed and is not named any more', async () => {
  for (const key of [first, second]) await during({ SECRET_KEY: key }, async () => undefined);
  const lostWith = (keys: Record<string, string>) =>
    transaction(opened.database, { rollback: true }, async (tx) => {
      const { acceptedKeys } = await secretKeysOf(tx, configOf(keys), Buffer.alloc(32));
      return await countLostKeys(tx, acceptedKeys);
    });
  expect(await lostWith({ SECRET_KEY: third })).toBe(2);
  expect(await lostWith({ SECRET_KEY: second })).toBe(1);
  const figures = await during({ SECRET_KEY: second }, (service) => service.metrics());
  expect(figures).toContain('postroad_lost_keys 1\n');
  expect(await lostWith({ SECRET_KEY: third, SECRET_KEY_PREVIOUS: `${first} ${second}` })).toBe(0);
});

it('OBS-06, SEC-29 the checks name lost keys, and a key that is kept in the database', async () => {
  const checked = (keys: Record<string, string>) =>
    during(keys, async (service) => {
      const { output } = await service.invoke('check_service', {}, { actor });
      return output.checks.results
        .filter(({ check }) => check.endsWith('_key') || check.endsWith('_keys'))
        .map(({ check, level }) => `${check}: ${level}`);
    });
  expect(await checked({ SECRET_KEY: first })).toEqual(['secret_key: ok']);
  expect(await checked({ SECRET_KEY: second })).toEqual(['secret_key: ok', 'lost_keys: problem']);
  const all = { SECRET_KEY: second, SECRET_KEY_PREVIOUS: first };
  expect(await checked(all)).toEqual(['secret_key: ok']);
  expect(await checked({ SECRET_KEY_PREVIOUS: `${first} ${second}` })).toEqual([
    'secret_key: warning',
  ]);
});

it('who was erased stays suppressed, and can come back, under a new key', async () => {
  await during({ SECRET_KEY: first }, async (service) => {
    await personNamed(service, 'gone@b.example');
    await service.invoke('delete_person', { person: 'gone@b.example' }, { actor });
  });
  await during({ SECRET_KEY: second, SECRET_KEY_PREVIOUS: first }, async (service) => {
    const back = await personNamed(service, 'gone@b.example');
    expect(back).toMatchObject({ unsubscribed: true, reason: 'erased' });
    expect(await personNamed(service, 'new@b.example')).toMatchObject({ unsubscribed: false });
    const change = { person: 'gone@b.example', unsubscribed: false };
    await service.invoke('update_person', change, { actor });
  });
  const kept = await opened.database.pool`select from suppressions`;
  expect(kept).toHaveLength(0);
});

it('a repeat under an idempotency key gets the first answer after the key changed', async () => {
  const make = (service: Service) =>
    service.invoke(
      'create_token',
      { name: 'ci', scope: 'read' },
      { actor, idempotencyKey: 'once' },
    );
  const made = await during({ SECRET_KEY: first }, make);
  const again = await during({ SECRET_KEY: second, SECRET_KEY_PREVIOUS: first }, make);
  expect(again.output).toEqual(made.output);
});

it('knows mail by its Message-ID that was sent under an earlier key', () => {
  const [earlier, current] = [Buffer.from(first), Buffer.from(second)];
  const [, mark = ''] = /^<7\.([0-9a-f]+)@/.exec(messageIdOf(earlier, 7, 'a@b.example')) ?? [];
  expect(isOurs([current, earlier], { sendId: 7, mark })).toBe(true);
  expect(isOurs([current], { sendId: 7, mark })).toBe(false);
});
