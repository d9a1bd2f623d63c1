import type { ListedStep } from '../definition/step-list.ts';
import { stepType } from '../steps/table.ts';
import { report } from './codes.ts';
import type { Pass } from './pass.ts';

/** Fourth pass: no step is unreachable (VAL-13); one issue per list. */
export const deadCode: Pass = function* deadCode({ stepList }, issues) {
  const ending = endingSteps(stepList.steps);
  const reported = new Set<readonly ListedStep[]>();
  for (const listed of stepList.steps) {
    const following = listed.list[listed.index + 1];
    yield;
    if (!ending.has(listed) || following === undefined || reported.has(listed.list)) continue;
    reported.add(listed.list);
    const count = listed.list.length - listed.index - 1;
    const steps = count === 1 ? 'A step comes' : `${count} steps come`;
    const run = count === 1 ? 'runs' : 'run';
    const exits = stepType(listed.step.type)?.ends ?? false;
    const issue = exits
      ? report('step_after_exit', following.path, `${steps} after an exit_flow and never ${run}.`)
      : report(
          'step_unreachable',
          following.path,
          `${steps} after a branch that nobody leaves and never ${run}.`,
        );
    issues.add([issue], following);
  }
};

/** The steps that nobody leaves: exits, and branches whose arms all contain one of these. */
function endingSteps(steps: readonly ListedStep[]): Set<ListedStep> {
  const ending = new Set<ListedStep>();
  const endingLists = new Set<readonly ListedStep[]>();
  // In reverse order, inner steps come before the step around them.
  for (const listed of steps.toReversed()) {
    const type = stepType(listed.step.type);
    if (type === null) continue;
    const arms = type.armsOf?.(listed.step) ?? type.arms;
    const held = type.heldOut?.(listed.step) ?? null;
    const closed =
      arms.length > 0 &&
      arms.every((arm) => {
        const list = listed.arms.find(({ name }) => name === arm)?.steps;
        return arm === held || (list !== undefined && endingLists.has(list));
      });
    if (!type.ends && !closed) continue;
    ending.add(listed);
    endingLists.add(listed.list);
  }
  return ending;
}
