import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensured, root, shippedPackages } from './ensure.mjs';

/**
 * Milliseconds without an edit before a restart: editors write a file in several steps, and a
 * checkout changes many files.
 */
const quietMs = 100;

const consoleBuild = join(root, 'console', 'bin', 'build.mjs');

/** The packages that are bundled into the console. */
const inConsole = new Set(['console', ...dependenciesOf('console')]);

const command = fileURLToPath(new URL('./postroad.mjs', import.meta.url));
const sources = new URL('./sources.mjs', import.meta.url).href;

function dependenciesOf(name) {
  const { dependencies } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
  const own = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@postroad/'));
  return own.map((dependency) => dependency.slice('@postroad/'.length));
}

function foldersIn(folder) {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return [folder, ...folders.flatMap(({ name }) => foldersIn(join(folder, name)))];
}

/**
 * Watches each folder on its own, since recursive watching differs between systems; `edited` is called
 * with the package.
 */
function watchSources(edited) {
  const watched = shippedPackages(root).flatMap((name) =>
    ['src', 'migrations']
      .map((part) => join(root, name, part))
      .filter((folder) => existsSync(folder))
      .flatMap(foldersIn)
      .map((folder) => [folder, () => edited(name)]),
  );
  const watchers = watched.map(([folder, heard]) => watch(folder, heard).on('error', heard));
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

/** Serves from the sources, and restarts after each edit of them. */
class Development {
  #child = null;
  #consoleBuild = null;
  #isConsoleOld = true;
  #edited = false;
  #stopping = false;
  #timer = null;
  #unwatch = () => undefined;
  /** Packages that were edited since the last look. */
  #packages = new Set();

  start() {
    this.#edited = false;
    this.#unwatch = watchSources((name) => this.#onEdit(name));
    if (this.#isConsoleOld) this.#buildConsole();
    const argv = [`--import=${sources}`, command, 'serve', ...process.argv.slice(2)];
    this.#child = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' });
    this.#child.once('exit', (code) => this.#onExit(code ?? 1));
  }

  /** Ctrl+C reaches both processes; other signals reach only this one. */
  stop(signal) {
    this.#stopping = true;
    if (signal !== 'SIGINT') this.#child?.kill(signal);
    this.#consoleBuild?.kill();
    if (this.#child === null) this.#unwatch();
  }

  /**
   * Beside the server, which serves the next build as soon as it is there; one of the sources of before
   * ends.
   */
  #buildConsole() {
    this.#isConsoleOld = false;
    this.#consoleBuild?.kill();
    const argv = [consoleBuild, '--quick'];
    this.#consoleBuild = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' });
  }

  #onEdit(name) {
    clearTimeout(this.#timer);
    this.#packages.add(name);
    this.#timer = setTimeout(() => {
      const packages = this.#packages;
      this.#packages = new Set();
      if (this.#stopping) return;
      if ([...packages].some((name) => inConsole.has(name))) this.#isConsoleOld = true;
      if (packages.size === 1 && packages.has('console')) {
        this.#buildConsole();
        return;
      }
      this.#edited = true;
      process.stderr.write('A source was edited; Postroad starts again.\n');
      if (this.#child) this.#child.kill('SIGTERM');
      else this.#restart();
    }, quietMs);
  }

  #onExit(code) {
    this.#child = null;
    if (this.#stopping) {
      this.#unwatch();
      process.exitCode = code;
    } else if (this.#edited) this.#restart();
    else process.stderr.write('Postroad ended. It starts again with the next edit of a source.\n');
  }

  /** Also watches folders that have been created since. */
  #restart() {
    this.#unwatch();
    this.start();
  }
}

/** `npm run dev` is for work on Postroad itself; `postroad dev` is for work on definition files. */
if (ensured({ build: false })) {
  const development = new Development();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => development.stop(signal));
  development.start();
}
