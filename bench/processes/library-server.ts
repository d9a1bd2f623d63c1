import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@postroad/http/server';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { startWorker } from '@postroad/service/app/worker-loop';
import { packCompile } from '@postroad/store/content/packed-compile';
import { connect } from '@postroad/store/platform/connection/connect';
import { migrate } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { nullProvider } from '../engine-deps.ts';
import { compileMail, emailSource } from '../mail.ts';

/** The service with its worker over a library of emails, on either database. */
const { url, token, dataDir, emails } = JSON.parse(process.argv[2] ?? '{}') as {
  /** Null for the embedded database in `dataDir`. */
  url: string | null;
  token: string;
  dataDir: string;
  emails: number;
};
const env = { API_TOKEN: token, API_RATE: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', STARTER: '0' };
const config = readConfig(url === null ? env : { ...env, DATABASE_URL: url });
const database = await connect({ databaseUrl: url ?? undefined, dataDir });
await migrate(database);
await transaction(database, {}, async ({ sql }) => {
  const packed = packCompile(compileMail());
  await sql`
    insert into emails (key, subject, pre_header, body_markdown, created_at, updated_at)
    select gen_random_uuid()::text, ${emailSource.subject}, ${emailSource.pre_header},
      ${emailSource.body_markdown} || E'\n\nNumber ' || i, now(), now()
    from generate_series(1, ${emails}::int) i`;
  await sql`
    insert into email_compiles (email_id, version, compiled, compiled_at)
    select id, 1, decode(${packed}, 'base64'), now() from emails`;
  await sql`
    insert into people (email, first_name, subscribed_on, created_at, updated_at)
    values ('ada@example.com', 'Ada', current_date, now(), now())`;
});
const service = await openService(config, { provider: nullProvider(1), database });
const app = createHttpServer(service, { log: service.log });
await app.listen({ host: '127.0.0.1', port: 0 });
const worker = startWorker(service);
process.once('disconnect', async () => {
  await worker.stop();
  await app.close();
  await service.close();
  await database.close();
  process.exit(0);
});
process.send?.({ port: (app.server.address() as AddressInfo).port });
