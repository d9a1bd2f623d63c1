import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mountMailbox } from '@postroad/http/mailbox/mailbox-routes';
import { createHttpServer } from '@postroad/http/server';
import { createOutbox } from '@postroad/mail/providers/outbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeService } from '../http/fake-service.ts';
import { outgoing } from '../mail/messages.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'postroad-mail-'));
});

afterEach(() => rm(root, { recursive: true }));

describe('the outbox', () => {
  it.each([0o755, 0o777])('SEC-19 is private, though its folder had mode %o', async (mode) => {
    const umask = process.umask(0);
    try {
      const dir = path.join(root, 'outbox');
      await mkdir(dir);
      await chmod(root, mode);
      await chmod(dir, mode);
      const outbox = createOutbox({ dir });
      const deep = createOutbox({ dir: path.join(root, 'a', 'b') });
      for (const one of [outbox, deep]) await one.send(outgoing({ sendId: 1 }));
      for (const folder of [dir, path.join(root, 'a'), path.join(root, 'a', 'b')]) {
        expect((await stat(folder)).mode & 0o777).toBe(0o700);
      }
      expect((await stat(path.join(dir, '1.eml'))).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(umask);
    }
  });

  it('SEC-19 leaves a folder that belongs to everybody to everybody, but not its mail', async () => {
    await chmod(root, 0o1777);
    await createOutbox({ dir: root }).send(outgoing({ sendId: 1 }));
    expect((await stat(root)).mode & 0o1777).toBe(0o1777);
    expect((await stat(path.join(root, '1.eml'))).mode & 0o777).toBe(0o600);
  });
});

it('SEC-20 the mailbox draws a key at each start, gives it to tokens of scope write, and keeps it on https', async () => {
  const start = () => {
    const app = createHttpServer(createFakeService());
    const options = { outboxDir: root, service: createFakeService(), secure: true, baseUrl: null };
    return { app, key: mountMailbox(app, options) };
  };
  const first = start();
  const { app: again, key: other } = start();
  expect(other).not.toBe(first.key);
  const entered = await again.inject({ method: 'GET', url: `/mailbox?key=${other}` });
  expect(entered.headers['set-cookie']).toMatch(/; Max-Age=43200; Secure$/);
  const ask = (token: string | null) =>
    again.inject({
      method: 'GET',
      url: '/mailbox/key',
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
  expect((await ask('write-token')).json()).toEqual({ key: other });
  expect((await ask('read-token')).statusCode).toBe(403);
  expect((await ask(null)).statusCode).toBe(401);
  await Promise.all([first.app.close(), again.close()]);
});
