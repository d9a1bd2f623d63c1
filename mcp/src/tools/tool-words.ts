import type { OperationName } from '@postroad/core/catalog/catalog';
import { commandWords, type Words } from '@postroad/core/catalog/words';
import { takes } from './argument-names.ts';
import { toolForOperation } from './catalog.ts';
import { type Exposure, offeredTools } from './exposure.ts';
import type { Choice, Tool } from './tool.ts';

/** Whether the argument that chooses is true or left out, as neither operation takes it. */
function isSwitch({ when, call, otherwise }: Choice): boolean {
  return !takes(call, when) && !takes(otherwise, when);
}

/** A tool as the call that does an operation: to release is no plain `hold_sending`. */
export function calledAs({ name, operation }: Tool, done: OperationName): string {
  const isOther =
    typeof operation === 'object' && 'otherwise' in operation && operation.call === done;
  return isOther && isSwitch(operation) ? `${name} (${operation.when}: true)` : name;
}

/** Operations as the tools that a connection may call; what it may not, an operator can do. */
export function toolWords(exposure: Exposure): Words {
  const offered = new Set(offeredTools(exposure).map(({ name }) => name));
  return (name, topic) => {
    const tool = toolForOperation(name);
    if (tool === undefined || !offered.has(tool.name)) return commandWords(name, topic);
    const said = calledAs(tool, name);
    return topic === null ? said : `${said} ${topic}`;
  };
}
