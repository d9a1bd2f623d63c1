import type { Place } from '../definition/step-list.ts';
import { stepType } from '../steps/table.ts';
import { report } from './codes.ts';
import type { Pass } from './pass.ts';

/** Fourth pass: no step stands where nobody comes (VAL-13); one finding a list. */
export const deadCode: Pass = ({ walk }, findings) => {
  const ending = endingPlaces(walk.places);
  const told = new Set<readonly Place[]>();
  for (const place of walk.places) {
    const following = place.list[place.index + 1];
    if (!ending.has(place) || following === undefined || told.has(place.list)) continue;
    told.add(place.list);
    const count = place.list.length - place.index - 1;
    const steps = count === 1 ? 'A step stands' : `${count} steps stand`;
    const exits = stepType(place.step.type)?.ends ?? false;
    const finding = exits
      ? report('step_after_exit', following.path, `${steps} after an exit_flow and never run.`)
      : report('step_unreachable', following.path, `${steps} after a branch that nobody leaves.`);
    findings.add([finding], following);
  }
};

/** The steps that nobody goes on from: exits, and branches all of whose arms hold one of these. */
function endingPlaces(places: readonly Place[]): Set<Place> {
  const ending = new Set<Place>();
  const endingLists = new Set<readonly Place[]>();
  // Backwards, what stands inside a step comes before the step.
  for (const place of places.toReversed()) {
    const type = stepType(place.step.type);
    if (type === null) continue;
    const arms = type.armsOf?.(place.step) ?? type.arms;
    const lists = arms.map((arm) => place.arms[arm]);
    const closed =
      lists.length > 0 && lists.every((list) => list !== undefined && endingLists.has(list));
    if (!type.ends && !closed) continue;
    ending.add(place);
    endingLists.add(place.list);
  }
  return ending;
}
