import { defineConfig } from 'vitest/config';

/** What needs no database: pure packages and the rules of the house. */
const pure = ['core', 'mail', 'browser', 'architecture'];

/** What runs twice, on the embedded database and on PostgreSQL. */
const onDatabases = ['store', 'service', 'http', 'mcp', 'cron', 'cli', 'surfaces', 'docs'];

/** What is looked at in a browser, over a service on the database that needs no server. */
const inBrowser = ['pages'];

/** What is about several processes on one database, which the embedded one does not take. */
const onServerOnly = ['cron/fault-series.test.ts'];

const filesIn = (folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    allowOnly: false,
    reporters: ['default', './support/count-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: filesIn(pure) } },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: filesIn([...onDatabases, ...inBrowser]),
          exclude: onServerOnly,
          env: { POSTROAD_TEST_DATABASE: 'embedded' },
          globalSetup: ['./support/embedded-template.ts'],
          setupFiles: ['./support/notices.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: filesIn(onDatabases),
          env: { POSTROAD_TEST_DATABASE: 'postgres' },
          globalSetup: ['./support/postgres-server.ts'],
          setupFiles: ['./support/notices.ts'],
        },
      },
    ],
    // The packages are built; Node loads their output itself, as it does in service.
    server: { deps: { external: [/\/(core|store|mail|service|http|mcp|cron|cli)\/dist\//] } },
  },
});
