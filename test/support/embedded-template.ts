import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@postroad/store/platform/connection/connect';
import { migrate } from '@postroad/store/platform/migrate';
import type { TestProject } from 'vitest/node';
import { createRunDirectory } from './run-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    embedded: EmbeddedRun;
  }
}

export interface EmbeddedRun {
  /** A migrated data directory that is not open, to be copied. */
  template: string;
  directory: string;
}

/** Once per run: a migrated embedded database, since making one takes longer than copying it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = createRunDirectory('embedded');
  const template = join(directory.path, 'template');
  try {
    await mkdir(template);
    const database = await connect({ dataDir: template });
    try {
      await migrate(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    await directory.remove();
    throw error;
  }
  project.provide('embedded', { template, directory: directory.path });
  return directory.remove;
}
