import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packages, projectFiles, projectTree, root, sources } from './repository.ts';

/** The project in a folder of its own, where sources can be edited and nothing is built. */
export interface SourceCopy {
  path: string;
  /** Changes a file, or writes a new one. */
  edit(file: string, change: (text: string) => string): void;
  remove(): void;
}

/** Everything that is installed, but for the packages of the project: those are the copy's own. */
export function linkInstalled(copy: string): void {
  const own = join(copy, 'node_modules', '@postroad');
  mkdirSync(own, { recursive: true });
  for (const name of packages) symlinkSync(join(copy, name), join(own, name));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '@postroad' || name === '.cache') continue;
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
  // What one package alone needs may be installed beside it.
  for (const name of packages) {
    const beside = join(root, name, 'node_modules');
    if (existsSync(beside)) symlinkSync(beside, join(copy, name, 'node_modules'));
  }
}

/** What was made of each source, by its digest: the copy makes again only what is edited there. */
function copyStripped(copy: string): void {
  const made = join('node_modules', '.cache', 'postroad-sources');
  if (existsSync(join(root, made))) cpSync(join(root, made), join(copy, made), { recursive: true });
}

export function copySources(): SourceCopy {
  // The real path, by which loaders and watchers name a file.
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'postroad-sources-')));
  const isOfPackage = (file: string) => packages.some((name) => file.startsWith(`${name}/`));
  for (const file of projectFiles()) {
    const isCopied = isOfPackage(file) || !file.includes('/');
    if (isCopied) cpSync(join(root, file), join(path, file), { preserveTimestamps: true });
  }
  linkInstalled(path);
  copyStripped(path);
  return {
    path,
    edit(file, change) {
      const name = join(path, file);
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, change(existsSync(name) ? readFileSync(name, 'utf8') : ''));
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The source of a package that exports a name, and how other packages import it. */
export function sourceThatExports(name: string, from: string): { file: string; specifier: string } {
  const declared = new RegExp(`^export (const|(async )?function|class) ${name}\\b`, 'm');
  const [file] = sources(projectTree(), [from]).find(([, text]) => declared.test(text)) ?? [];
  if (file === undefined) throw new Error(`No source of ${from} exports ${name}.`);
  return { file, specifier: `@postroad/${file.replace('/src/', '/').replace(/\.ts$/, '')}` };
}
