import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path from the repository's root, with slashes, to the text of the file. */
export type SourceTree = ReadonlyMap<string, string>;

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'turbo.json'))) {
    if (folder === dirname(folder)) throw new Error('The root of the repository was not found.');
    folder = dirname(folder);
  }
  return folder;
}

/** The folder with package.json, wherever the tests were started. */
export const root = findRoot();

/** Every file that is committed or would be. */
export function projectFiles(): string[] {
  const listed = execFileSync(
    'git',
    // A checkout may belong to a different user than the one who runs the tests, as in CI.
    [
      '-c',
      'safe.directory=*',
      'ls-files',
      '-z',
      '--cached',
      '--others',
      '--exclude-standard',
      '--deduplicate',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  );
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

const binary = /\.(png|jpg|jpeg|gif|ico|woff2?|gz|zip|pdf)$/;

let project: SourceTree | undefined;

/** The project on disk; read once. */
export function projectTree(): SourceTree {
  project ??= new Map(
    projectFiles()
      .filter((path) => !binary.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  return project;
}

/** A synthetic tree for the test of a check. */
export function treeOf(files: Record<string, string>): SourceTree {
  return new Map(Object.entries(files));
}

/** The workspaces, in the order of package.json. */
export const packages = [
  ...['core', 'store', 'mail', 'service', 'http', 'console', 'mcp', 'cli', 'test', 'bench'],
];

/** The TypeScript files below `<package>/src`. */
export function sources(tree: SourceTree, of: string[] = packages): [path: string, text: string][] {
  return [...tree].filter(
    ([path]) => /\.tsx?$/.test(path) && of.some((name) => path.startsWith(`${name}/src/`)),
  );
}
