import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/repository.ts';

/** Makes a folder for an application that has the package `postroad` and the types of Node. */
export function installClient(folder: string): void {
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return;
  mkdirSync(join(modules, '@types'), { recursive: true });
  symlinkSync(root, join(modules, 'postroad'));
  symlinkSync(join(root, 'node_modules', '@types', 'node'), join(modules, '@types', 'node'));
}
