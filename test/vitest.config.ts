import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './support/file-order.ts';
import { packages, root } from './support/repository.ts';
import { runSources, unoptimizedWasm } from './support/sources.ts';
import { filesOf, retries, suite } from './support/test-files.ts';

/** Short-lived values fill the default of 16 MB within a test, and collecting them takes a tenth of the time. */
const execArgv = [runSources, ...unoptimizedWasm, '--max-semi-space-size=64'];

const fromSources = { conditions: ['@postroad/source', 'node', 'development|production'] };

const files = filesOf(import.meta.dirname, suite);

export default defineConfig({
  plugins: [
    {
      // Tests that watch hear of the sources too, which lie beside their folder.
      name: 'watched-sources',
      configureServer({ watcher }) {
        watcher.add(packages.map((name) => join(root, name, 'src')));
      },
    },
  ],
  // Packages are resolved to their sources, and by Node itself in processes and threads of a test.
  ssr: { resolve: fromSources },
  // The environment of the files in `globalSetup`, which make the templates of the databases.
  environments: { __vitest__: { resolve: fromSources } },
  test: {
    pool: 'forks',
    execArgv,
    // One more than processors are asked for: tests wait for leases, other processes and the server.
    maxWorkers: 3,
    // The files of a process share what they import, and the databases they give back empty.
    isolate: false,
    sequence: { sequencer: FileOrder },
    setupFiles: ['./support/property-tests.ts'],
    // Ends tests that hang; a machine that pauses for seconds fails none.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 90_000, interval: 10 } },
    allowOnly: false,
    // What one project transformed is read by the next, and by later runs.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: join(root, 'node_modules', '.cache', 'vitest'),
    },
    reporters: ['default', './support/count-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: files.unit, retry: retries.unit } },
      { extends: true, test: { name: 'slow', include: files.slow, retry: retries.slow } },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: files.embedded,
          retry: retries.embedded,
          env: { POSTROAD_TEST_DATABASE: 'embedded' },
          globalSetup: ['./support/bundled-command.ts', './support/embedded-template.ts'],
          setupFiles: ['./support/notices.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: files.postgres,
          retry: retries.postgres,
          env: { POSTROAD_TEST_DATABASE: 'postgres' },
          globalSetup: ['./support/postgres-server.ts', './support/bundled-command.ts'],
          setupFiles: ['./support/notices.ts'],
        },
      },
    ],
  },
});
