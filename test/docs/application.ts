import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../support/repository.ts';
import { commandVariable } from '../support/sources.ts';

/** Makes a folder for an application that has the package `postroad` and the types of Node. */
export function installClient(folder: string): void {
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return;
  mkdirSync(join(modules, '@types'), { recursive: true });
  symlinkSync(root, join(modules, 'postroad'));
  symlinkSync(join(root, 'node_modules', '@types', 'node'), join(modules, '@types', 'node'));
}

/**
 * Makes a folder for an application that runs: its client is the one that was bundled with the command,
 * as in the package, and loads in a fraction of the time of its sources.
 */
export function installBundledClient(folder: string): void {
  const command = process.env[commandVariable];
  if (command === undefined) {
    installClient(folder);
    return;
  }
  const own = join(folder, 'node_modules', 'postroad');
  if (existsSync(own)) return;
  mkdirSync(own, { recursive: true });
  const manifest = { type: 'module', exports: { './client': './client.js' } };
  writeFileSync(join(own, 'package.json'), JSON.stringify(manifest));
  const bundled = pathToFileURL(join(command, '..', '..', 'lib', 'app', 'client.js'));
  writeFileSync(join(own, 'client.js'), `export * from '${bundled}';\n`);
}
