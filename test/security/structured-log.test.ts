import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, databaseKind, type TestDatabase } from '../support/database.ts';
import { root } from '../support/repository.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { suite } from '../support/test-files.ts';

// @database both: the embedded database is a thread, which could write too.

let database: TestDatabase;
let started: ServiceProcess | null;

beforeEach(async () => {
  database = await createTestDatabase();
  started = null;
});

afterEach(async () => {
  started?.child.kill('SIGKILL');
  await started?.ended;
  await database.drop();
});

/** What each writes does not depend on the database, but for the thread of the embedded one. */
const commands =
  suite === 'all' ? ['serve', 'worker'] : [databaseKind() === 'embedded' ? 'serve' : 'worker'];

it.each(commands)(
  'SEC-27 %s writes only structured lines, also after it was stopped',
  async (command) => {
    const server = startProcess([command], {
      env: { ...database.env, STARTER: '0', LOG_LEVEL: 'debug', MAIL_FROM: 'a@example.com' },
      preload: join(root, 'test', 'support', 'plain-text.mjs'),
    });
    started = server;
    await server.until('Stop with Ctrl+C');
    server.child.kill('SIGSTOP');
    server.child.kill('SIGCONT');
    await server.until('Too many listeners.');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const lines = server.err().trim().split('\n');
    const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const line of read) {
      expect(line).toMatchObject({
        time: expect.any(String),
        level: expect.stringMatching(/^(?:error|warn|info|debug)$/),
        message: expect.any(String),
      });
    }
    expect(read).toContainEqual(
      expect.objectContaining({
        message: 'Node warns.',
        error: expect.stringContaining('Too many listeners.'),
      }),
    );
    if (databaseKind() !== 'embedded') return;
    expect(read).toContainEqual(expect.objectContaining({ text: 'A thread says something.' }));
  },
);
