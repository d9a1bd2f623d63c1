import { defineConfig } from 'vitest/config';
import { FileOrder } from './support/file-order.ts';
import { filesWithoutDatabase } from './support/test-files.ts';

/** What needs no database: pure packages and the rules of the house. */
const pure = ['core', 'mail', 'browser', 'architecture'];

/** What runs twice, on the embedded database and on PostgreSQL, but for files that open none. */
const onDatabases = ['store', 'service', 'http', 'mcp', 'cli', 'surfaces', 'docs'];
const onNone = filesWithoutDatabase(import.meta.dirname, onDatabases);

/** What is looked at in a browser, over a service on the database that needs no server. */
const inBrowser = ['pages'];

/**
 * What is about several processes or connections, which the embedded database does not take; and the
 * guides, whose commands are the same there: the README is followed on both.
 */
const onServerOnly = [
  'service/sending/fault-series.test.ts',
  'store/platform/array-types.test.ts',
  'docs/guides.test.ts',
];

/**
 * What a kill does to several processes on one server, `fault-series` shows at every point. How the
 * command starts does not depend on the database.
 */
const onEmbeddedOnly = ['service/sending/worker-kill.test.ts', 'cli/start-up.test.ts'];

const filesIn = (folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // The files of a process share what they import, and the databases they give back empty.
    isolate: false,
    sequence: { sequencer: FileOrder },
    setupFiles: ['./support/fixed-seed.ts'],
    // Against what never ends: a machine that stands still for seconds fails nothing.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 90_000, interval: 10 } },
    allowOnly: false,
    reporters: ['default', './support/count-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: [...filesIn(pure), ...onNone] } },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: filesIn([...onDatabases, ...inBrowser]),
          exclude: [...onServerOnly, ...onNone],
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
          exclude: [...onEmbeddedOnly, ...onNone],
          env: { POSTROAD_TEST_DATABASE: 'postgres' },
          globalSetup: ['./support/postgres-server.ts'],
          setupFiles: ['./support/notices.ts'],
        },
      },
    ],
    // The packages are built; Node loads their output itself, as it does in service.
    server: { deps: { external: [/\/(core|store|mail|service|http|mcp|cli)\/dist\//] } },
  },
});
