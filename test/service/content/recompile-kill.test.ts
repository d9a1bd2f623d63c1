import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { unpackCompile } from '@postroad/store/content/packed-compile';
import { connect } from '@postroad/store/platform/connection/connect';
import { migrate } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { expect, it } from 'vitest';
import { killedService } from '../../support/killed-service.ts';
import { onNotice } from '../../support/notices.ts';
import { seedCopies } from '../../support/seed-emails.ts';

const token = 'a-token-for-the-recompile-kill-test';
const copies = 250;
const color = '#abcdef';

const { database, serve } = killedService(token);

/** Copies the one email of the starter, while no process has the database(). */
async function seed(): Promise<void> {
  const { process } = await serve();
  process.child.kill('SIGTERM');
  await process.ended;
  const opened = await open();
  await transaction(opened, {}, async (tx) => {
    const [row] = await tx.sql<{ id: number }[]>`select min(id) as id from emails`;
    await seedCopies(tx, row?.id ?? 0, copies);
  });
  await opened.close();
}

async function open() {
  const opened = await connect({
    databaseUrl: database().url ?? undefined,
    dataDir: database().dataDir,
    onNotice,
  });
  await migrate(opened);
  return opened;
}

it('THEME-28 a process killed with -9 while it recompiles leaves the rest to the next', async () => {
  await seed();
  const { client, process } = await serve();
  const { output: listed } = await client.invoke('list_themes', {});
  const theme_key = listed.themes.find((theme) => theme.is_default)?.key ?? '';
  const variables = { email_background_color: { light: color, dark: color } };
  const { output: saved } = await client.invoke('update_theme', { theme_key, variables });
  expect(saved.recompiling?.total).toBe(copies + 1);
  const progress = async (on: typeof client) =>
    (await on.invoke('get_theme', { theme_key })).output.recompiling;
  // Nothing is reported once all is done, which may be the case by now on a fast machine.
  await expect.poll(async () => (await progress(client))?.done).not.toBe(0);
  process.child.kill('SIGKILL');
  await process.ended;
  const next = await serve();
  const left = await progress(next.client);
  if (left !== undefined) expect(left).toMatchObject({ total: copies + 1, failed: 0 });
  await expect.poll(() => progress(next.client), { timeout: 120_000 }).toBeUndefined();
  next.process.child.kill('SIGTERM');
  await next.process.ended;
  const opened = await open();
  const rows = await transaction(opened, { readOnly: true }, ({ sql }) => {
    return sql<{ email_id: number; version: number; compiled: Uint8Array }[]>`
      select email_id, version, compiled from email_compiles`;
  });
  await opened.close();
  const recolored = rows.filter(({ compiled }) =>
    unpackCompile<CompiledEmail>(compiled).html.includes(color),
  );
  expect(recolored).toHaveLength(copies + 1);
  // Each was compiled once for this save: what was written before the kill stayed.
  expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([2]));
}, 600_000);
