import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './repository.ts';
import { linkInstalled } from './source-copy.ts';

/** Runs git in the project, which may belong to another user than the one who runs the tests. */
function git(config: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: config };
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8' });
}

/** Takes over edits that are not committed, so that a test sees what is worked on. */
function copyEdits(config: string, clone: string): void {
  const edited = [
    git(config, 'diff', '--name-only', '-z', 'HEAD'),
    git(config, 'ls-files', '--others', '--exclude-standard', '-z'),
  ].flatMap((paths) => paths.split('\0').filter((path) => path !== ''));
  for (const file of edited) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(clone, file));
    else rmSync(join(clone, file), { force: true });
  }
}

export interface Clone {
  path: string;
  /** What its commands run with, so that they fetch nothing and build nothing twice. */
  env: Record<string, string>;
  remove(): void;
}

/**
 * The project as `git clone` brings it. No test reaches the registry, so the packages are linked as
 * `npm ci` lays them out; the first start builds, where turbo has what it built of the same sources.
 */
export function cloneProject(): Clone {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'postroad-clone-')));
  const path = join(folder, 'postroad');
  const config = join(folder, 'gitconfig');
  writeFileSync(config, '[safe]\n\tdirectory = *\n');
  git(config, 'clone', '--quiet', '--local', root, path);
  copyEdits(config, path);
  linkInstalled(path);
  // npm writes it at the end of each install, so it is newer than what was cloned.
  const installed = join('node_modules', '.package-lock.json');
  rmSync(join(path, installed));
  cpSync(join(root, installed), join(path, installed));
  // Worktrees of a repository share the cache of its first.
  const repository = git(config, 'rev-parse', '--path-format=absolute', '--git-common-dir').trim();
  return {
    path,
    env: {
      ...{ HOME: folder, npm_config_offline: 'true' },
      TURBO_CACHE_DIR: join(dirname(repository), '.turbo', 'cache'),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
