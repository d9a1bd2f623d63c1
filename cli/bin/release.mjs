import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure, npm, root } from './ensure.mjs';
import { SetupFailure } from './setup-failure.mjs';

const usage = `Makes a release: version, changelog section, commit, tag, package, bill of materials and checksums.
Pushes and publishes nothing.

  npm run release -- 0.2.0                          on a clean main
  npm run release -- 0.2.0 --dry-run                shows what it would do
  npm run release -- 0.2.0 --date 2031-05-01
  npm run release -- 0.2.0 --sign ~/.ssh/id_ed25519 signs the checksums with an SSH key
`;

const branch = 'main';
const sums = 'SHA256SUMS';

/** What a signature is for, so that one of another purpose is not taken for it (ssh-keygen, -n). */
const signatureNamespace = 'postroad-release';
const versionPattern = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;

/** The sections of a release in the form of Keep a Changelog. */
const sections = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** A release that cannot be made; the message says why and what to do. */
export class ReleaseRefusal extends Error {}

function git(folder, ...args) {
  const ran = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  if (ran.status === 0) return ran.stdout.trim();
  throw new Error(`git ${args[0]} failed: ${(ran.stderr || ran.error?.message || '').trim()}`);
}

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));
const jsonText = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Negative if the first version precedes the second; pre-releases are compared as text. */
function compareVersions(one, other) {
  const parts = (version) => versionPattern.exec(version) ?? [];
  const [, ...first] = parts(one);
  const [, ...second] = parts(other);
  for (const index of [0, 1, 2]) {
    if (first[index] !== second[index]) return Number(first[index]) - Number(second[index]);
  }
  if (first[3] === second[3]) return 0;
  if (first[3] === undefined) return 1;
  return second[3] === undefined || first[3] < second[3] ? -1 : 1;
}

/** The changelog with its `Unreleased` section moved under the version, and that section alone. */
export function releasedChangelog(text, version, date) {
  const begin = text.indexOf('\n## Unreleased\n');
  if (begin < 0) throw new ReleaseRefusal('CHANGELOG.md has no section "## Unreleased".');
  const start = begin + '\n## Unreleased\n'.length;
  const next = text.indexOf('\n## ', start);
  const section = text.slice(start, next < 0 ? text.length : next).trim();
  if (!/^- /m.test(section)) {
    throw new ReleaseRefusal('CHANGELOG.md lists nothing under "## Unreleased". Add what changed.');
  }
  for (const [, heading] of section.matchAll(/^### (.*)$/gm)) {
    if (sections.includes(heading)) continue;
    throw new ReleaseRefusal(
      `CHANGELOG.md has the section "${heading}". Use ${sections.join(', ')}.`,
    );
  }
  const heading = `## ${version} - ${date}`;
  const rest = next < 0 ? '' : text.slice(next);
  const changelog = `${text.slice(0, start)}\n${heading}\n\n${section}\n${rest}`;
  return { changelog, section: `${heading}\n\n${section}\n` };
}

/** Sets the version of a manifest, or of an entry of the lock file, and of the packages it names. */
function withVersion(manifest, version) {
  const changed = manifest.version === undefined ? { ...manifest } : { ...manifest, version };
  for (const kind of ['dependencies', 'devDependencies']) {
    if (!changed[kind]) continue;
    changed[kind] = Object.fromEntries(
      Object.entries(changed[kind]).map(([name, wanted]) => [
        name,
        name.startsWith('@postroad/') ? version : wanted,
      ]),
    );
  }
  return changed;
}

/** Each file that a release changes, with its new text. */
function changedFiles(folder, version, date) {
  const { workspaces } = readJson(folder, 'package.json');
  const files = new Map();
  for (const path of ['package.json', ...workspaces.map((name) => `${name}/package.json`)]) {
    files.set(path, jsonText(withVersion(readJson(folder, path), version)));
  }
  const lock = readJson(folder, 'package-lock.json');
  for (const path of ['', ...workspaces]) {
    lock.packages[path] = withVersion(lock.packages[path], version);
  }
  files.set('package-lock.json', jsonText({ ...lock, version }));
  const constant = 'core/src/platform/version.ts';
  const text = readFileSync(join(folder, constant), 'utf8');
  files.set(constant, text.replace(/version = '[^']*'/, `version = '${version}'`));
  const { changelog, section } = releasedChangelog(
    readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'),
    version,
    date,
  );
  files.set('CHANGELOG.md', changelog);
  return { files, section };
}

function requireReleasable(folder, version) {
  if (!versionPattern.test(version)) {
    throw new ReleaseRefusal(`"${version}" is no version. Give one such as 0.2.0.`);
  }
  const current = git(folder, 'branch', '--show-current');
  if (current !== branch) {
    throw new ReleaseRefusal(
      `A release is made on ${branch}, and this is ${current || 'no branch'}. Run "git switch ${branch}" first.`,
    );
  }
  const dirty = git(folder, 'status', '--porcelain');
  if (dirty !== '') {
    throw new ReleaseRefusal(`The working tree is not clean. Commit or remove:\n${dirty}`);
  }
  if (git(folder, 'tag', '--list', `v${version}`) !== '') {
    throw new ReleaseRefusal(`The tag v${version} exists. Take the next version.`);
  }
  const { version: before } = readJson(folder, 'package.json');
  if (compareVersions(version, before) < 0) {
    throw new ReleaseRefusal(`${version} comes before ${before}, the version of package.json.`);
  }
}

/** The SHA-256 of a file, as `sha256sum --check` reads it. */
function sumLine(folder, name) {
  const sum = createHash('sha256').update(readFileSync(join(folder, name)));
  return `${sum.digest('hex')}  ${name}\n`;
}

/** Signs a file with an SSH key; the signature is beside it, with the ending `.sig`. */
function sign(file, key) {
  const args = ['-Y', 'sign', '-q', '-f', key, '-n', signatureNamespace, file];
  const ran = spawnSync('ssh-keygen', args, {
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  if (ran.status === 0) return;
  throw new Error(`ssh-keygen could not sign: ${(ran.stderr || ran.error?.message || '').trim()}`);
}

/**
 * Writes the package, its bill of materials and their checksums into `dist`, and signs the checksums
 * if there is a key. Answers the names of the files.
 */
function pack(folder, version, key) {
  const into = join(folder, 'dist');
  const names = [`postroad-${version}.tgz`, `postroad-${version}.cdx.json`];
  const [archive, bill] = names;
  // The bundle is made already, and the scripts of npm would make it again.
  npm(folder, ['pack', '--ignore-scripts', '--pack-destination', into]);
  copyFileSync(join(into, 'package', 'sbom.cdx.json'), join(into, bill));
  writeFileSync(join(into, sums), [archive, bill].map((name) => sumLine(into, name)).join(''));
  if (key === null) return [...names, sums];
  sign(join(into, sums), key);
  return [...names, sums, `${sums}.sig`];
}

/** Checks the types of all sources, then bundles them: otherwise output of before would be packed. */
function buildClean(folder) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  ensure();
  const script = join(folder, 'cli', 'bin', 'pack.mjs');
  const ran = spawnSync(process.execPath, [script], { cwd: folder, stdio: 'inherit' });
  if (ran.status !== 0) throw new Error('The command could not be bundled; the reason is above.');
}

/** Makes the release in a folder. Throws ReleaseRefusal before anything is changed. */
export function release(
  folder,
  { version, date, dryRun = false, key = null, build = buildClean, say },
) {
  requireReleasable(folder, version);
  const { files, section } = changedFiles(folder, version, date);
  if (dryRun) {
    say(`Would release ${version}. Nothing was changed.\n\n${section}\n`);
    say(`Files:   ${[...files.keys()].join(', ')}\n`);
    say(`Commit:  Release ${version}\nTag:     v${version}\n`);
    say(`Package: dist/postroad-${version}.tgz, with bill of materials and ${sums}\n`);
    return;
  }
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
  let packed;
  try {
    build(folder);
    packed = pack(folder, version, key);
  } catch (error) {
    git(folder, 'checkout', '--', ...files.keys());
    throw error;
  }
  git(folder, 'add', ...files.keys());
  git(folder, 'commit', '--quiet', '-m', `Release ${version}`);
  git(folder, 'tag', '-a', `v${version}`, '-m', `Postroad ${version}`);
  say(`Released ${version} as the tag v${version}, and wrote into dist: ${packed.join(', ')}.\n\n`);
  say(readFileSync(join(folder, 'dist', sums), 'utf8'));
  say(`\nPush it: git push origin ${branch} v${version}\n`);
}

/** The present day in local time. */
function today() {
  const now = new Date();
  const two = (part) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Reads the arguments; null if they are invalid. */
export function readArguments(argv) {
  const options = { version: null, date: today(), dryRun: false, key: null };
  const left = [...argv];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--dry-run') options.dryRun = true;
    else if (word === '--date') options.date = left.shift() ?? '';
    else if (word === '--sign') options.key = resolve(left.shift() ?? '');
    else if (options.version === null && !word.startsWith('-')) options.version = word;
    else return null;
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(options.date);
  return options.version === null || !isDay ? null : options;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = readArguments(process.argv.slice(2));
  try {
    if (options === null) throw new ReleaseRefusal(usage.trimEnd());
    release(root, { ...options, say: (text) => process.stdout.write(text) });
  } catch (error) {
    if (!(error instanceof ReleaseRefusal) && !(error instanceof SetupFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
