import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withCheckoutLock } from './checkout-lock.mjs';
import { SetupFailure } from './setup-failure.mjs';

/** Runs before anything is installed, so this file and those it imports import only Node. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The oldest releases of Node, by major version; a test compares them with `engines` of package.json. */
const oldestNodes = new Map([
  [20, 19],
  [22, 13],
  [24, 0],
]);

/** In words, for messages. */
export const nodeVersions = 'Node 20.19, 22.13, or 24 and newer';

/** Packages outside the running service; `npm test` and `npm run bench` build them. */
export const notShipped = ['test', 'bench'];

/** Whether a version such as `20.19.4` is one that the dependencies take. */
export function nodeIsSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || minor >= (oldestNodes.get(major) ?? Number.POSITIVE_INFINITY);
}

/** Milliseconds since the epoch; 0 where there is no such file. */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** npm writes `node_modules/.package-lock.json` at the end of each install. */
export function needsInstall(folder) {
  const installed = changedAt(join(folder, 'node_modules', '.package-lock.json'));
  return installed === 0 || changedAt(join(folder, 'package-lock.json')) > installed;
}

function stampOf(folder) {
  return join(folder, 'node_modules', '.cache', 'postroad-build');
}

/** Directories count too: removing a file changes nothing else. */
function anyNewer(path, than) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return false;
  if (entry.mtimeMs > than) return true;
  return entry.isDirectory() && readdirSync(path).some((name) => anyNewer(join(path, name), than));
}

/** The packages of the running service. */
export function shippedPackages(folder) {
  const { workspaces } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return workspaces.filter((name) => !notShipped.includes(name));
}

/** Whether a source changed since the last build, or a package has no output. */
export function needsBuild(folder) {
  const built = changedAt(stampOf(folder));
  if (built === 0) return true;
  if (anyNewer(join(folder, 'package.json'), built)) return true;
  if (anyNewer(join(folder, 'tsconfig.json'), built)) return true;
  return shippedPackages(folder).some(
    (name) =>
      !existsSync(join(folder, name, 'dist')) ||
      ['src', 'bin', 'package.json', 'tsconfig.json'].some((part) =>
        anyNewer(join(folder, name, part), built),
      ),
  );
}

/** The stamp carries the time before the build, so that an edit made meanwhile is seen. */
export function markBuilt(folder, startedAt) {
  const stamp = stampOf(folder);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

function startNpm(folder, args) {
  const script = process.env.npm_execpath;
  const viaNode = script !== undefined && /npm-cli\.c?js$/.test(script);
  return spawnSync(viaNode ? process.execPath : 'npm', viaNode ? [script, ...args] : args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: !viaNode && process.platform === 'win32',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  });
}

/** Runs npm in a folder and returns its output. */
export function npm(folder, args) {
  const ran = startNpm(folder, args);
  if (ran.status === 0) return ran.stdout;
  throw new Error(`npm ${args[0]} failed: ${ran.stderr || ran.error?.message}`);
}

/** Runs npm, and prints its output only if it failed. */
function runNpm(args, failure) {
  const ran = startNpm(root, args);
  if (ran.status === 0) return;
  process.stderr.write(`${ran.stdout ?? ''}${ran.stderr ?? ''}`);
  if (ran.error) process.stderr.write(`${ran.error.message}\n`);
  throw new SetupFailure(failure);
}

function timed(quiet, line, work) {
  if (!quiet) process.stderr.write(`${line} … `);
  const startedAt = Date.now();
  try {
    work(new Date(startedAt));
  } catch (error) {
    if (!quiet) process.stderr.write('failed\n');
    throw error;
  }
  if (!quiet) process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/**
 * Installs and builds everything that is missing or older than its source; costs a few milliseconds
 * if nothing is. Commands that run the sources build nothing. Throws SetupFailure with a sentence
 * that says what to do.
 */
export function ensure({ quiet = false, build = true } = {}) {
  if (!nodeIsSupported(process.versions.node)) {
    throw new SetupFailure(
      `Postroad needs ${nodeVersions}; this is ${process.versions.node}. Install another one from https://nodejs.org and run the command again.`,
    );
  }
  if (!isMissing(build)) return;
  const onWait = () => {
    if (!quiet) process.stderr.write('Waiting for another command, which installs or builds …\n');
  };
  // Looks again, since another command may have done it meanwhile.
  withCheckoutLock(root, () => makeMissing({ quiet, build }), onWait);
}

function isMissing(build) {
  return needsInstall(root) || (build && needsBuild(root));
}

function makeMissing({ quiet, build }) {
  if (needsInstall(root)) {
    timed(quiet, 'Installing the dependencies (npm ci)', () =>
      runNpm(
        ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
        'The dependencies could not be installed; the reason is above. Check the network, then run the command again.',
      ),
    );
  }
  if (build && needsBuild(root)) {
    timed(quiet, 'Building (npm run build)', (startedAt) => {
      runNpm(
        ['run', '--silent', 'build', '--', '--output-logs=errors-only'],
        'The build failed; the reason is above. Correct the fault, then run the command again.',
      );
      markBuilt(root, startedAt);
    });
  }
}

/** Runs `ensure`. Turns a failure into one line and exit code 1; returns whether it succeeded. */
export function ensured(options) {
  try {
    ensure(options);
    return true;
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return false;
  }
}
