import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure, notShipped, root, SetupFailure } from './ensure.mjs';

const usage = `Makes a release: version, changelog section, commit, tag and tarball. Pushes and publishes nothing.

  npm run release -- 0.2.0              on a clean main
  npm run release -- 0.2.0 --dry-run    shows what it would do
  npm run release -- 0.2.0 --date 2031-05-01
`;

const branch = 'main';
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

/** Where an entry of a lock file finds a dependency; null if it is not installed. */
function installedAt(packages, from, name) {
  for (let folder = from; ; ) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return null;
    const nested = folder.lastIndexOf('/node_modules/');
    folder = nested < 0 ? '' : folder.slice(0, nested);
  }
}

/** The entries of a lock file that the given workspaces need at run time. */
export function shippedLock(lock, shipped) {
  const { packages } = lock;
  const kept = {};
  const open = [...shipped];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (kept[path]) continue;
    const { devDependencies: _, devOptional, ...entry } = packages[path];
    kept[path] = devOptional ? { ...entry, optional: true } : entry;
    if (entry.link) {
      open.push(entry.resolved);
      continue;
    }
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry;
    const names = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    for (const name of Object.keys(names)) {
      if (peerDependenciesMeta?.[name]?.optional) continue;
      const found = installedAt(packages, path, name);
      if (found !== null) open.push(found);
    }
  }
  for (const name of shipped) {
    const path = `node_modules/@postroad/${name}`;
    kept[path] = packages[path];
  }
  const { license, version, engines, name } = packages[''];
  const top = { name, version, license, workspaces: shipped, engines };
  const entries = Object.entries(kept).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { ...lock, packages: { '': top, ...Object.fromEntries(entries) } };
}

/** Puts the compiled packages, and the files that `npm ci --omit=dev` needs, into a folder. */
function stage(folder, into) {
  const { scripts: _, devDependencies: __, ...manifest } = readJson(folder, 'package.json');
  const shipped = manifest.workspaces.filter((name) => !notShipped.includes(name));
  const scripts = { start: 'node cli/bin/postroad.mjs serve' };
  mkdirSync(into, { recursive: true });
  writeFileSync(
    join(into, 'package.json'),
    jsonText({ ...manifest, workspaces: shipped, scripts }),
  );
  const lock = shippedLock(readJson(folder, 'package-lock.json'), shipped);
  writeFileSync(join(into, 'package-lock.json'), jsonText(lock));
  for (const name of shipped) {
    const { scripts: _, devDependencies: __, ...own } = readJson(folder, name, 'package.json');
    mkdirSync(join(into, name));
    writeFileSync(join(into, name, 'package.json'), jsonText(own));
    cpSync(join(folder, name, 'dist'), join(into, name, 'dist'), {
      recursive: true,
      filter: (path) => !path.endsWith('.tsbuildinfo'),
    });
  }
  const others = ['LICENSE', 'README.md', 'CHANGELOG.md', 'docs', 'store/migrations'];
  for (const path of [...others, 'cli/bin/postroad.mjs']) {
    cpSync(join(folder, path), join(into, path), { recursive: true });
  }
}

/** Writes `dist/postroad-<version>.tar.gz` and answers its path and checksum. */
function pack(folder, version) {
  const name = `postroad-${version}`;
  const scratch = mkdtempSync(join(tmpdir(), 'postroad-release-'));
  try {
    stage(folder, join(scratch, name));
    mkdirSync(join(folder, 'dist'), { recursive: true });
    const path = join('dist', `${name}.tar.gz`);
    const ran = spawnSync('tar', ['-czf', join(folder, path), '-C', scratch, name], {
      encoding: 'utf8',
    });
    if (ran.status !== 0) throw new Error(`tar failed: ${ran.stderr || ran.error?.message}`);
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex');
    writeFileSync(join(folder, `${path}.sha256`), `${sum}  ${name}.tar.gz\n`);
    return { path, sum };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Builds from scratch: otherwise output of deleted sources would be packed too. */
function buildClean(folder) {
  const { workspaces } = readJson(folder, 'package.json');
  for (const name of workspaces) {
    if (notShipped.includes(name)) continue;
    rmSync(join(folder, name, 'dist'), { recursive: true, force: true });
  }
  ensure();
}

/** Makes the release in a folder. Throws ReleaseRefusal before anything is changed. */
export function release(folder, { version, date, dryRun = false, build = buildClean, say }) {
  requireReleasable(folder, version);
  const { files, section } = changedFiles(folder, version, date);
  if (dryRun) {
    say(`Would release ${version}. Nothing was changed.\n\n${section}\n`);
    say(`Files:   ${[...files.keys()].join(', ')}\n`);
    say(
      `Commit:  Release ${version}\nTag:     v${version}\nTarball: dist/postroad-${version}.tar.gz\n`,
    );
    return;
  }
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
  let packed;
  try {
    build(folder);
    packed = pack(folder, version);
  } catch (error) {
    git(folder, 'checkout', '--', ...files.keys());
    throw error;
  }
  git(folder, 'add', ...files.keys());
  git(folder, 'commit', '--quiet', '-m', `Release ${version}`);
  git(folder, 'tag', '-a', `v${version}`, '-m', `Postroad ${version}`);
  say(`Released ${version} as the tag v${version}, and packed ${packed.path}.\n\n`);
  say(`SHA-256  ${packed.sum}\nPush it  git push origin ${branch} v${version}\n`);
}

/** The present day in local time. */
function today() {
  const now = new Date();
  const two = (part) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Reads the arguments; null if they are invalid. */
export function readArguments(argv) {
  const options = { version: null, date: today(), dryRun: false };
  const left = [...argv];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--dry-run') options.dryRun = true;
    else if (word === '--date') options.date = left.shift() ?? '';
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
