import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { connect } from '@postroad/store/platform/connection/connect';
import { migrate } from '@postroad/store/platform/migrate';
import type { TestProject } from 'vitest/node';
import { createRunDirectory } from './run-directory.ts';
import { runSources, unoptimizedWasm } from './sources.ts';

declare module 'vitest' {
  interface ProvidedContext {
    embedded: EmbeddedRun;
  }
}

export interface EmbeddedRun {
  /** A migrated data directory that is closed, to be copied. */
  template: string;
  /** The same without a schema. */
  empty: string;
  directory: string;
}

async function makeTemplates(empty: string, template: string): Promise<void> {
  const created = await connect({ dataDir: empty });
  await created.close();
  await cp(empty, template, { recursive: true });
  const database = await connect({ dataDir: template });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

/**
 * Creates an embedded database for the run, empty and migrated, since creating one takes longer than
 * copying it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = createRunDirectory('embedded');
  const empty = join(directory.path, 'empty');
  const template = join(directory.path, 'template');
  try {
    await mkdir(empty);
    // In its own process: the database is a thread, and threads of this process load no sources.
    const self = fileURLToPath(import.meta.url);
    const argv = [...unoptimizedWasm, runSources, self, empty, template];
    await promisify(execFile)(process.execPath, argv);
  } catch (error) {
    await directory.remove();
    throw error;
  }
  project.provide('embedded', { template, empty, directory: directory.path });
  return directory.remove;
}

const [, script = '', empty, template] = process.argv;
if (import.meta.url === pathToFileURL(script).href && empty && template) {
  await makeTemplates(empty, template);
}
