import { tn } from '../platform/words.ts';

/** How many people are on a step, in words. */
export function countText(people: number, parked: number): string {
  return [
    tn('canvas.people.one', 'canvas.people.other', people),
    parked > 0 ? tn('flows.parked.one', 'flows.parked.other', parked) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
