import { commandWords, type Words } from '@postroad/core/catalog/words';
import { toolForOperation } from './catalog.ts';
import { type Exposure, listedTools } from './exposure.ts';

/** Operations as the tools that a connection lists; what it does not list, an operator can do. */
export function toolWords(exposure: Exposure): Words {
  const listed = new Set(listedTools(exposure).map(({ name }) => name));
  return (name, topic) => {
    const tool = toolForOperation(name)?.name;
    if (tool === undefined || !listed.has(tool)) return commandWords(name, topic);
    return topic === null ? tool : `${tool} ${topic}`;
  };
}
