import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
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
  directory: string;
}

async function makeTemplate(dataDir: string): Promise<void> {
  const database = await connect({ dataDir });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

/**
 * Creates one migrated embedded database for the run, since creating one takes longer than copying
 * it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = createRunDirectory('embedded');
  const template = join(directory.path, 'template');
  try {
    await mkdir(template);
    // In its own process: the database is a thread, and threads of this process load no sources.
    const self = fileURLToPath(import.meta.url);
    await promisify(execFile)(process.execPath, [unoptimizedWasm, runSources, self, template]);
  } catch (error) {
    await directory.remove();
    throw error;
  }
  project.provide('embedded', { template, directory: directory.path });
  return directory.remove;
}

const [, script = '', dataDir] = process.argv;
if (import.meta.url === pathToFileURL(script).href && dataDir) await makeTemplate(dataDir);
