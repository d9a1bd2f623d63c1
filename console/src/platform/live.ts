import { followChanges } from '@postroad/http/live/live-client';
import { signal } from '@preact/signals';
import { memory } from './call.ts';
import { invalidate, invalidateAll } from './reads.ts';

/** Whether changes arrive by themselves now. */
export const isLive = signal(false);

/** Follows the changes of the service until the returned function is called. */
export function followService(): () => void {
  const server = { url: location.origin, token: null };
  const stop = followChanges(server, {
    onPosition: (position) => void memory.saw(position),
    onChanges: (changes) => {
      for (const resource of new Set(changes.map((change) => change.resource))) {
        invalidate(resource);
      }
    },
    missed: () => {
      isLive.value = true;
      invalidateAll();
    },
  });
  return () => {
    isLive.value = false;
    stop();
  };
}
