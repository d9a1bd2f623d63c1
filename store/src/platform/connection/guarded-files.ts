import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { Fence } from './fence.ts';

type Operation = (...args: never[]) => unknown;

/** The tables of operations of Emscripten's NODEFS that change files. */
interface NodeFiles {
  stream_ops: Record<string, Operation>;
  node_ops: Record<string, Operation>;
}

interface EmscriptenModule {
  FS: { filesystems: Record<string, NodeFiles> };
}

const writes = {
  stream_ops: ['write', 'msync', 'setattr'],
  node_ops: ['mknod', 'rename', 'unlink', 'rmdir', 'symlink', 'setattr'],
} as const;

/** What a disk answers to a write that it does not take, by WASI's numbers. */
const refusals: Record<number, string> = {
  19: 'EDQUOT: the quota of the disk is used up',
  22: 'EFBIG: the file would be larger than this process may write',
  29: 'EIO: the disk is faulty',
  51: 'ENOSPC: the disk is full',
  69: 'EROFS: the disk is read-only',
};

type Setup = Awaited<ReturnType<NodeFS['init']>>;

export interface FileHooks {
  /** Called with each read and write, by which one sees that a long statement proceeds. */
  onStep(): void;
  /** Called when a write fails because of the disk; `isLog` if it is of PostgreSQL's log. */
  onRefused(reason: string, isLog: boolean): void;
}

/**
 * The files of the embedded database. Nothing is written while the process has no right to: each
 * write waits for the fence.
 */
export class GuardedFiles extends NodeFS {
  readonly #fence: Fence | null;
  readonly #hooks: FileHooks;

  constructor(folder: string, fence: Fence | null, hooks: FileHooks) {
    super(folder);
    this.#fence = fence;
    this.#hooks = hooks;
  }

  override async init(...args: Parameters<NodeFS['init']>): Promise<Setup> {
    const setup = await super.init(...args);
    const guard = (module: EmscriptenModule) => this.#guard(module);
    const { preRun } = setup.emscriptenOpts;
    setup.emscriptenOpts.preRun = [...[preRun ?? []].flat(), guard as never];
    return setup;
  }

  #guard({ FS }: EmscriptenModule): void {
    const files = FS.filesystems.NODEFS;
    // Without these tables nothing could be guarded, so the database must not open.
    if (!files) throw new Error('PGlite has no NODEFS.');
    const fence = this.#fence;
    if (fence !== null) {
      for (const name of writes.stream_ops) before(files.stream_ops, name, () => fence.wait());
      for (const name of writes.node_ops) before(files.node_ops, name, () => fence.wait());
    }
    const { onStep, onRefused } = this.#hooks;
    for (const name of ['read', 'write']) before(files.stream_ops, name, onStep);
    for (const name of ['write', 'setattr']) refused(files.stream_ops, name, onRefused);
    refused(files.node_ops, 'mknod', onRefused);
  }
}

type Table = Record<string, Operation>;

function operationOf(table: Table, name: string): Operation {
  const operation = table[name];
  if (!operation) throw new Error(`PGlite's NODEFS has no ${name}.`);
  return operation;
}

/** Calls `first` before each call of an operation. */
function before(table: Table, name: string, first: () => void): void {
  const operation = operationOf(table, name);
  table[name] = (...args) => {
    first();
    return operation.apply(table, args);
  };
}

/** Whether a stream is a file of the write-ahead log. */
function isLog(stream: { path?: unknown } | undefined): boolean {
  return typeof stream?.path === 'string' && stream.path.includes('/pg_wal/');
}

/** Reports failures of an operation that the disk causes. */
function refused(table: Table, name: string, report: FileHooks['onRefused']): void {
  const operation = operationOf(table, name);
  table[name] = (...args) => {
    try {
      return operation.apply(table, args);
    } catch (error) {
      const reason = refusals[(error as { errno?: number }).errno ?? 0];
      if (reason !== undefined) report(reason, isLog(args[0]));
      throw error;
    }
  };
}
