import { Worker } from 'node:worker_threads';
import { limits } from '@postroad/core/limits';
import { invalid, Refusal } from '@postroad/core/refusal';
// Holds the native module for the process: unloaded with the last thread that ends, it crashes.
import './inline-css.ts';
import { RenderGuard } from './render-guard.ts';
import type { Rendered, RenderJob } from './render-job.ts';

interface Task {
  job: RenderJob;
  resolve: (rendered: Rendered) => void;
  reject: (error: unknown) => void;
}

interface Thread {
  worker: Worker;
  guard: RenderGuard;
  exited: Promise<void>;
  task: Task | null;
  timer: NodeJS.Timeout | null;
  error: unknown;
}

function refusal(code: string, message: string): Refusal {
  return invalid([{ path: 'body_markdown', code, message }]);
}

function tooSlow(): Refusal {
  const message = `The email takes longer than ${limits.renderThreadMs} ms to render. Look for loops over many entries, one inside the other.`;
  return refusal('template_too_slow', message);
}

function tooLarge(): Refusal {
  const message =
    'The email needs too much memory to render. Look for a text that is joined to itself in a loop.';
  return refusal('template_too_large', message);
}

const stopped = () => new Refusal('unavailable', 'The service is stopping. Try again in a moment.');

/**
 * Renders what operators write in threads that can be ended, so that no template holds up the
 * process: past its time or memory it is refused with a 422. Threads start with the first job
 * and stay warm; one that was ended is replaced at once.
 */
export class Renderer {
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #waiting: Task[] = [];
  /** Threads that are being ended, until they are gone. */
  readonly #ending = new Set<Promise<void>>();
  #closed = false;

  /** A save holds a transaction, so it goes before previews. Throws Refusal. */
  render(job: RenderJob, kind: 'save' | 'preview'): Promise<Rendered> {
    if (this.#closed) return Promise.reject(stopped());
    if (kind === 'preview' && this.#waiting.length >= limits.rendersWaiting) {
      const message = 'Too many previews are waiting. Try again in a moment.';
      return Promise.reject(new Refusal('unavailable', message));
    }
    return new Promise((resolve, reject) => {
      const task = { job, resolve, reject };
      if (kind === 'save') this.#waiting.unshift(task);
      else this.#waiting.push(task);
      this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(stopped());
    for (const thread of this.#threads) this.#stop(thread);
    await Promise.all(this.#ending);
  }

  #pump(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idle.pop();
      if (!thread) break;
      this.#begin(thread, this.#waiting.shift() as Task);
    }
    const busy = this.#threads.size >= limits.renderThreads;
    if (this.#waiting.length > 0 && !busy && !this.#closed) this.#start();
  }

  #begin(thread: Thread, task: Task): void {
    thread.task = task;
    thread.worker.ref();
    thread.timer = setTimeout(() => this.#end(thread, tooSlow()), limits.renderThreadMs);
    thread.worker.postMessage(task.job);
  }

  #start(): void {
    const memory = RenderGuard.memory();
    const worker = new Worker(new URL('./render-worker.js', import.meta.url), {
      env: {},
      workerData: memory,
      resourceLimits: { maxOldGenerationSizeMb: limits.renderThreadMb },
    });
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const guard = new RenderGuard(memory);
    const thread: Thread = { worker, guard, exited, task: null, timer: null, error: null };
    this.#threads.add(thread);
    worker.on('message', (said: Rendered | 'ready') => {
      if (!this.#threads.has(thread)) return;
      if (said !== 'ready') this.#taskOf(thread)?.resolve(said);
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

  /** Answers at once; the thread may be inside a call that ends later. */
  #end(thread: Thread, reason: Refusal): void {
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
        ? tooLarge()
        : new Error('A thread that renders emails stopped.', { cause: thread.error });
    const task = this.#taskOf(thread);
    // A thread that cannot start fails the job it was started for, else that would wait for ever.
    (task ?? this.#waiting.shift())?.reject(reason);
    if (task) this.#replace(thread);
    else this.#forget(thread);
  }

  #forget(thread: Thread): void {
    this.#threads.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place >= 0) this.#idle.splice(place, 1);
    this.#pump();
  }

  #replace(thread: Thread): void {
    this.#forget(thread);
    if (this.#threads.size === 0 && !this.#closed) this.#start();
  }
}
