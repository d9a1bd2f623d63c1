import { readFileSync, readlinkSync } from 'node:fs';
import { limits } from '@postroad/core/platform/limits';

/*
 * How long a thread has worked, without the time in which it waited for a processor: on a busy machine
 * the clock says nothing about a template. Linux counts it for each thread; elsewhere a share of what
 * the process has used stands for it.
 */

/** A thread of this process, as the operating system knows it; null where it is not known. */
export type NativeThread = string | null;

/** The thread of the caller. */
export function ownThread(): NativeThread {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

export const processorTime = {
  /** Milliseconds that a thread has worked, in steps of 10; endless for one that has ended. */
  of(thread: NativeThread): number {
    if (thread === null) {
      const { user, system } = process.cpuUsage();
      // All threads that render, and the one of all calls, may have worked at once.
      return (user + system) / 1_000 / (limits.renderThreads + 1);
    }
    try {
      const stat = readFileSync(`/proc/${thread}/stat`, 'latin1');
      // The second field is a name, which may contain anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [user, system] = fields.slice(11, 13);
      return (Number(user) + Number(system)) * tickMs;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  },
};
