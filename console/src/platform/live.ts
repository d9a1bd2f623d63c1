import type { Change } from '@postroad/core/platform/change-set';
import { followChanges } from '@postroad/http/live/live-client';
import { signal } from '@preact/signals';
import { memory } from './call.ts';
import { heardPresence } from './presence.ts';
import { invalidate, invalidateAll } from './reads.ts';
import { readAccount, sessionEnded } from './session.ts';

/** Whether changes arrive by themselves now. */
export const isLive = signal(false);

/** Resources that change with the work of the service; their changes are not in the history. */
const worked: readonly string[] = ['people', 'events', 'runs', 'sends', 'queue'];

/** Whether somebody made a change, which is then in the history. */
function isAuthored({ resource, action }: Change): boolean {
  return action !== 'counted' && !worked.includes(resource);
}

/** Milliseconds between two looks at what changed, however many changes come. */
const lookMs = 1_000;

/** Reads again what changes concern: at once, and what comes soon after all together. */
function gathering() {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = waiting.size > 0 ? setTimeout(look, lookMs) : undefined;
    for (const resource of waiting) invalidate(resource);
    waiting.clear();
  };
  return {
    add(resources: readonly string[]) {
      for (const resource of resources) waiting.add(resource);
      if (timer === undefined) look();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Follows the changes of the service until the returned function is called. */
export function followService(): () => void {
  const gathered = gathering();
  const server = { url: location.origin, token: null };
  let wasLost = false;
  const stop = followChanges(server, {
    onPosition: (position) => void memory.saw(position),
    onChanges: (changes) => {
      gathered.add(changes.map(({ resource }) => resource));
      if (changes.some(isAuthored)) gathered.add(['changes']);
      // Every time on display is in the zone of the account.
      if (changes.some(({ resource }) => resource === 'profile')) void readAccount();
    },
    onPresence: heardPresence,
    missed: () => {
      isLive.value = true;
      invalidateAll();
      // At the first connection it was just read, and each answer sets the cookie of the session again.
      if (wasLost) void readAccount();
      wasLost = false;
    },
    lost: () => {
      wasLost = true;
      isLive.value = false;
    },
    // A screen that asks for nothing would stay on display otherwise.
    refused: sessionEnded,
  });
  return () => {
    isLive.value = false;
    gathered.stop();
    stop();
  };
}
