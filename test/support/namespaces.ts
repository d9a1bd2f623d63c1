import { type ChildProcess, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const kinds = ['--pid', '--uts', '--fork', '--mount-proc', '--kill-child'];

/** With `--map-root-user` where the user may not do so otherwise; null where nobody may. */
function unshare(): string[] | null {
  for (const user of [[], ['--map-root-user']]) {
    const command = ['unshare', ...user, ...kinds, '--net'];
    const [name = '', ...args] = [...command, 'true'];
    if (spawnSync(name, args).status === 0) return ['unshare', ...user, ...kinds];
  }
  return null;
}

const found = unshare();

/**
 * The command that gives a process what a container has: pids and a host name of its own, and a
 * network with `net`. Empty where the system allows no namespaces: then processes only have other
 * pids, as two servers of one machine.
 */
export function container(net = false): string[] {
  if (found === null) return [];
  return net ? [...found, '--net'] : found;
}

/** The pid, outside of its namespace, of the process that runs in a container. */
export function pidInside({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The process did not start.');
  if (found === null) return pid;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return Number(children.split(' ')[0]);
}
