import { DatabaseAway } from '@postroad/store/database-away';
import { startEmbedded } from '@postroad/store/embedded';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKind } from '../support/database.ts';

const embedded = databaseKind() === 'embedded' ? ['an embedded database'] : [];

describe.each(embedded)('%s', () => {
  it('whose thread has ended says so to whoever comes, and keeps nobody waiting', async () => {
    const { dataDir, drop } = await createTestDatabase();
    const thread = await startEmbedded(dataDir);
    const options = { socket: () => thread.connect(), username: 'postgres', max: 1 };
    const sql = postgres(options);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await thread.stop();
    await expect(sql`select 1`).rejects.toBeInstanceOf(DatabaseAway);
    await expect(sql.reserve()).rejects.toBeInstanceOf(DatabaseAway);
    await sql.end({ timeout: 1 });
    await drop();
  });
});
