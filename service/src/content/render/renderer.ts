import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { type NativeThread, processorTime } from './processor-time.ts';
import { RenderGuard } from './render-guard.ts';
import type {
  MailJob,
  Rendered,
  RenderJob,
  ThreadAnswer,
  ThreadJobName,
  ThreadJobs,
  ThreadReady,
} from './render-job.ts';

/** In order of priority: a save holds a transaction, and nobody waits for background work. */
const urgencies = ['save', 'preview', 'mail', 'background'] as const;
export type Urgency = (typeof urgencies)[number];

/** A job was stopped because of its time or memory, at the given part, counted from 0. */
export class RenderEnded extends Error {
  readonly code: 'template_too_slow' | 'template_too_large';
  readonly part: number;

  constructor(code: RenderEnded['code'], part: number) {
    super(
      code === 'template_too_slow'
        ? `It takes too long to render. Look for loops over many entries, one inside the other.`
        : 'It needs too much memory to render. Look for a text that is joined to itself in a loop.',
    );
    this.name = 'RenderEnded';
    this.code = code;
    this.part = part;
  }

  /** As a 422 for the author of the content. */
  asRefusal(path: string): Refusal {
    return invalid([{ path, code: this.code, message: this.message }]);
  }
}

interface Task {
  name: ThreadJobName;
  urgency: Urgency;
  job: ThreadJobs[ThreadJobName]['job'];
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

interface Thread {
  worker: Worker;
  /** Keys of the compiles that the thread holds. */
  held: ReadonlySet<string>;
  guard: RenderGuard;
  /** Null before it is ready. */
  native: NativeThread;
  exited: Promise<void>;
  task: Task | null;
  timer: NodeJS.Timeout | null;
  error: unknown;
}

/** Work that leaves a thread to saves and previews. */
const behind: ReadonlySet<Urgency> = new Set(['mail', 'background']);

/** If the thread holds the compile, only the key is sent, since the source is most of a job. */
function asSent({ name, job }: Task, held: ReadonlySet<string>): unknown {
  const { key, fill, compiled: _, ...mail } = job as Partial<RenderJob & MailJob>;
  if (key === undefined || !held.has(key)) return { name, job };
  if (name === 'mail') return { name, job: { ...mail, key } };
  return { name, job: name === 'render' ? { key, fill } : job };
}

const starved = () =>
  new Refusal('unavailable', 'The machine is too busy to render this now. Try again in a moment.');
const stopped = () => new Refusal('unavailable', 'The service is stopping. Try again in a moment.');

/**
 * Renders what operators write in threads that can be terminated, so that no template blocks the
 * process: beyond its time or memory, it is refused with a 422. Threads start with the first job
 * and are reused; a terminated thread is replaced at once.
 */
export class Renderer {
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #waiting: Record<Urgency, Task[]> = { save: [], preview: [], mail: [], background: [] };
  /** Threads that are being terminated. */
  readonly #ending = new Set<Promise<void>>();
  #closed = false;
  readonly #batchMs: number;

  constructor(batchMs: number = limits.renderBatchMs) {
    this.#batchMs = batchMs;
  }

  /** Compiles one email and renders it. Throws a Refusal, with the fault at `path`. */
  async render(job: RenderJob, urgency: Urgency, path = 'body_markdown'): Promise<Rendered> {
    try {
      return await this.run('render', job, urgency);
    } catch (error) {
      throw error instanceof RenderEnded ? error.asRefusal(path) : error;
    }
  }

  /**
   * Does one job in a thread. Throws RenderEnded, or a Refusal if there is no room or time for it.
   */
  run<Name extends ThreadJobName>(
    name: Name,
    job: ThreadJobs[Name]['job'],
    urgency: Urgency,
  ): Promise<ThreadJobs[Name]['answer']> {
    if (this.#closed) return Promise.reject(stopped());
    const waiting = this.#waiting[urgency];
    if (urgency === 'preview' && waiting.length >= limits.rendersWaiting) {
      const message = 'Too many previews are waiting. Try again in a moment.';
      return Promise.reject(new Refusal('unavailable', message));
    }
    return new Promise<ThreadJobs[Name]['answer']>((resolve, reject) => {
      const answered = (answer: unknown) => resolve(answer as ThreadJobs[Name]['answer']);
      waiting.push({ name, urgency, job, resolve: answered, reject });
      this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const urgency of urgencies) {
      for (const task of this.#waiting[urgency].splice(0)) task.reject(stopped());
    }
    for (const thread of this.#threads) this.#stop(thread);
    await Promise.all(this.#ending);
  }

  /** The urgency of the next job, if a thread is free for it. */
  #turn(): Urgency | undefined {
    const busy = [...this.#threads].filter(({ task }) => task && behind.has(task.urgency));
    const free = busy.length < limits.renderThreadsBehind;
    return urgencies.find(
      (urgency) => this.#waiting[urgency].length > 0 && (free || !behind.has(urgency)),
    );
  }

  #next(): Task | undefined {
    const urgency = this.#turn();
    return urgency && this.#waiting[urgency].shift();
  }

  #pump(): void {
    while (this.#idle.length > 0) {
      const task = this.#next();
      const thread = task && this.#idle.pop();
      if (!thread) break;
      this.#begin(thread, task);
    }
    const busy = this.#threads.size >= limits.renderThreads;
    if (this.#turn() && !busy && !this.#closed) this.#start();
  }

  #begin(thread: Thread, task: Task): void {
    thread.task = task;
    thread.worker.ref();
    thread.guard.startPart(0);
    this.#watch(thread, 0, task.name === 'batch' ? this.#batchMs : limits.renderThreadMs);
    thread.worker.postMessage(asSent(task, thread.held));
  }

  /**
   * A part of a job has its time on a processor (SEC-14): a machine that is busy with other things
   * fails none. One for which it finds no time is not its fault either. A batch that has reached the
   * next part is left alone.
   */
  #watch(thread: Thread, part: number, allowed: number): void {
    const end = processorTime.of(thread.native) + allowed;
    const until = performance.now() + limits.renderStarvedMs;
    const watch = (ms: number) => {
      thread.timer = setTimeout(() => {
        const now = thread.guard.part();
        const left = end - processorTime.of(thread.native);
        if (now !== part) this.#watch(thread, now, allowed);
        else if (left <= 0) this.#end(thread, new RenderEnded('template_too_slow', now));
        else if (performance.now() >= until) this.#end(thread, starved());
        else watch(left);
      }, ms);
    };
    watch(allowed);
  }

  #start(): void {
    const memory = RenderGuard.memory();
    // The same kind of file as this one, built or source.
    const file = new URL(`./render-worker${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, {
      // Passes nothing of the environment of the process; stack traces name sources as they do
      // there.
      env: { NODE_OPTIONS: '--enable-source-maps' },
      workerData: memory,
      resourceLimits: { maxOldGenerationSizeMb: limits.renderThreadMb },
    });
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const guard = new RenderGuard(memory);
    const thread: Thread = {
      ...{ worker, guard, native: null, exited, held: new Set() },
      ...{ task: null, timer: null, error: null },
    };
    this.#threads.add(thread);
    worker.on('message', (said: ThreadAnswer | ThreadReady) => {
      if (!this.#threads.has(thread)) return;
      if ('thread' in said) thread.native = said.thread;
      else {
        thread.held = new Set(said.held);
        this.#taskOf(thread)?.resolve(said.answer);
      }
      worker.unref();
      this.#idle.push(thread);
      this.#pump();
    });
    worker.on('error', (error) => {
      thread.error = error;
    });
    worker.on('exit', () => this.#gone(thread));
  }

  #taskOf(thread: Thread): Task | null {
    if (thread.timer) clearTimeout(thread.timer);
    const { task } = thread;
    thread.task = null;
    return task;
  }

  #stop({ worker, guard, exited }: Thread): void {
    const gone = exited.finally(() => this.#ending.delete(gone));
    this.#ending.add(gone);
    if (guard.mayEnd()) void worker.terminate();
  }

  /** Rejects the job at once; the thread may be inside a call that ends later. */
  #end(thread: Thread, reason: RenderEnded | Refusal): void {
    this.#taskOf(thread)?.reject(reason);
    this.#stop(thread);
    this.#replace(thread);
  }

  #gone(thread: Thread): void {
    if (!this.#threads.has(thread)) return;
    const code = (thread.error as { code?: unknown } | null)?.code;
    const reason = this.#closed
      ? stopped()
      : code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new RenderEnded('template_too_large', thread.guard.part())
        : new Error('A thread that renders emails stopped.', { cause: thread.error });
    const task = this.#taskOf(thread);
    // A thread that cannot start fails the job it was started for, which would otherwise wait for
    // ever.
    (task ?? this.#next())?.reject(reason);
    if (task) this.#replace(thread);
    else this.#forget(thread);
  }

  #forget(thread: Thread): void {
    this.#threads.delete(thread);
    const index = this.#idle.indexOf(thread);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#pump();
  }

  #replace(thread: Thread): void {
    this.#forget(thread);
    if (this.#threads.size === 0 && !this.#closed) this.#start();
  }
}
