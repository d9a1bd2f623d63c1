import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { root } from './repository.ts';
import { commandVariable } from './sources.ts';

interface BundleScript {
  bundle(into: string, options: { sourcemap: boolean; isQuick: boolean }): Promise<string[]>;
}

/**
 * The command as it is packed, from the sources as they are now. A run starts some hundred processes
 * of it, and each would load a thousand files, which takes two thirds of its start. Tests that watch
 * start the command from its sources, so that each run of a test sees the last edit.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.config.watch || process.env[commandVariable] !== undefined) return undefined;
  const script = join(root, 'cli', 'bin', 'bundle.mjs');
  const { bundle } = (await import(script)) as BundleScript;
  const folder = join(root, 'node_modules', '.cache', `postroad-command-${process.pid}`);
  await bundle(folder, { sourcemap: true, isQuick: true });
  process.env[commandVariable] = join(folder, 'bin', 'postroad.mjs');
  return async () => {
    delete process.env[commandVariable];
    await rm(folder, { recursive: true, force: true });
  };
}
