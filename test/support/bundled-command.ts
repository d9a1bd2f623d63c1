import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { TestProject } from 'vitest/node';
import { root } from './repository.ts';
import { commandVariable } from './sources.ts';

const command = `import { main } from '../src/commands/main.js';
process.setSourceMapsEnabled(true);
process.exitCode = await main(process.argv.slice(2));
`;

/** Threads are started from files beside the code that starts them. */
const inputs = {
  main: 'cli/src/main.ts',
  'embedded-worker': 'store/src/platform/connection/embedded-worker.ts',
  'render-worker': 'service/src/content/render/render-worker.ts',
};

/** Packages that load a file beside their code, so they stay where they are. */
const unbundled = /^(@electric-sql\/pglite|@css-inline\/)/;

/**
 * Bundles the sources of the command as they are now, with the packages that they use. A run starts
 * some hundred processes of it, and each would load a thousand files, which takes two thirds of its
 * start. Folders are named as those of the sources, since code finds other files by its own place.
 */
async function bundle(folder: string): Promise<string> {
  const built = await rolldown({
    input: Object.fromEntries(
      Object.entries(inputs).map(([name, file]) => [name, join(root, file)]),
    ),
    cwd: root,
    platform: 'node',
    external: unbundled,
    resolve: { conditionNames: ['@postroad/source', 'import', 'node', 'default'] },
  });
  // Stack traces need the lines of the sources, and not their text, which each start would read.
  const maps = { sourcemap: true, sourcemapExcludeSources: true };
  await built.write({ dir: join(folder, 'src', 'commands'), format: 'esm', ...maps });
  await built.close();
  await cp(join(root, 'store', 'migrations'), join(folder, 'migrations'), { recursive: true });
  await mkdir(join(folder, 'bin'));
  const file = join(folder, 'bin', 'postroad.mjs');
  await writeFile(file, command);
  return file;
}

/** Tests that watch start the command from its sources, so that each run of a test sees the last edit. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.config.watch || process.env[commandVariable] !== undefined) return undefined;
  const folder = join(root, 'node_modules', '.cache', `postroad-command-${process.pid}`);
  process.env[commandVariable] = await bundle(folder);
  return async () => {
    delete process.env[commandVariable];
    await rm(folder, { recursive: true, force: true });
  };
}
