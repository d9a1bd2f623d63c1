import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { unpackCompile } from '@postroad/store/content/packed-compile';
import { connect } from '@postroad/store/platform/connection/connect';
import { transaction } from '@postroad/store/platform/transaction';
import { expect, it } from 'vitest';
import { kill, killedService, type Working } from '../../support/killed-service.ts';
import { onNotice } from '../../support/notices.ts';
import { seedCopies } from '../../support/seed-emails.ts';

const token = 'a-token-for-the-recompile-kill-test';
/** More than a save recompiles in its own transaction. */
const copies = 250;
const color = '#abcdef';

const { database, ask, work } = killedService(token);

/** An email and its copies, in the default theme, while no process has the database. */
async function seed(): Promise<void> {
  const { email } = await ask(
    async (client) =>
      (await client.invoke('create_email', { subject: 'News', body_markdown: 'Hello.' })).output,
  );
  const opened = await open();
  await transaction(opened, {}, (tx) => seedCopies(tx, email.id, copies));
  await opened.close();
}

const open = () =>
  connect({ databaseUrl: database().url ?? undefined, dataDir: database().dataDir, onNotice });

it('THEME-28 a process killed with -9 while it recompiles leaves the rest to the next', async () => {
  await seed();
  const first = await work();
  const { client } = first;
  const { output: listed } = await client.invoke('list_themes', {});
  const theme_key = listed.themes.find((theme) => theme.is_default)?.key ?? '';
  const variables = { email_background_color: { light: color, dark: color } };
  const { output: saved } = await client.invoke('update_theme', { theme_key, variables });
  expect(saved.recompiling?.total).toBe(copies + 1);
  const progress = async ({ client }: Working) =>
    (await client.invoke('get_theme', { theme_key })).output.recompiling;
  // Nothing is reported once all is done, which may be the case by now on a fast machine.
  await expect.poll(async () => (await progress(first))?.done).not.toBe(0);
  await kill(first);
  const next = await work();
  const left = await progress(next);
  if (left !== undefined) expect(left).toMatchObject({ total: copies + 1, failed: 0 });
  await expect.poll(() => progress(next), { timeout: 120_000, interval: 100 }).toBeUndefined();
  await kill(next);
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
