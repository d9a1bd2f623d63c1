import { commandWords, type Words } from '@postroad/core/catalog/words';
import { toolForOperation } from './catalog.ts';
import { type Exposure, offeredTools } from './exposure.ts';

/** Operations as the tools that a connection may call; what it may not, an operator can do. */
export function toolWords(exposure: Exposure): Words {
  const offered = new Set(offeredTools(exposure).map(({ name }) => name));
  return (name, topic) => {
    const tool = toolForOperation(name)?.name;
    if (tool === undefined || !offered.has(tool)) return commandWords(name, topic);
    return topic === null ? tool : `${tool} ${topic}`;
  };
}
