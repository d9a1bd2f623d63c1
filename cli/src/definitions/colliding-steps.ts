import { isStepId } from '@postroad/core/flows/definition/step-id';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import { isObject, type JsonObject } from '@postroad/core/platform/json';

interface ReadFlow {
  file: JsonObject;
  definition: JsonObject;
  counter: number;
  steps: Map<number, JsonObject>;
}

/** Null for what is no file of a flow with steps; the service says what is wrong with it. */
function readFlow(text: string): ReadFlow | null {
  try {
    const file: unknown = JSON.parse(text);
    if (!isObject(file) || !isObject(file.definition)) return null;
    const { definition } = file;
    if (typeof definition.node_counter !== 'number') return null;
    const { steps } = listSteps(definition.nodes);
    const byId = steps.flatMap(({ step }) => (isStepId(step.id) ? [[step.id, step] as const] : []));
    return { file, definition, counter: definition.node_counter, steps: new Map(byId) };
  } catch {
    return null;
  }
}

/**
 * Your file of a flow without the ids of your new steps, where the service has given the same ids to
 * other steps since the pull. Merged as they are, one id had two steps, and people who are at the
 * step of the service would be at yours. The service gives new ids on the push.
 */
export function withoutCollidingSteps(yours: string, base: string | null, server: string): string {
  const [own, old, theirs] = [yours, base ?? '', server].map(readFlow);
  if (!own || !old || !theirs || theirs.counter === old.counter) return yours;
  const added = [...own.steps].filter(([id]) => id > old.counter);
  const isSame = ([id, step]: readonly [number, JsonObject]) =>
    theirs.steps.get(id)?.type === step.type && theirs.steps.get(id)?.slug === step.slug;
  const colliding = added.filter((entry) => !isSame(entry));
  if (colliding.length === 0) return yours;
  for (const [, step] of colliding) delete step.id;
  own.definition.node_counter = theirs.counter;
  return `${JSON.stringify(own.file, null, 2)}\n`;
}
