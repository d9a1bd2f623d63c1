import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import type { Handlers } from '../app/handler.ts';
import { mustFindVersion } from './flow-version-handlers.ts';
import { definitionOf, mustFindFlow } from './flow-view.ts';

export const flowDiffHandlers: Pick<Handlers, 'diff_flow_versions'> = {
  async diff_flow_versions({ flow_key, version_id, against = 'current' }, { tx }) {
    const flow = await mustFindFlow(tx, flow_key);
    const from = await mustFindVersion(tx, flow, version_id);
    const other = against === 'current' ? null : await mustFindVersion(tx, flow, Number(against));
    const { id, number, name } = other ?? { id: null, number: null, name: 'current' };
    return {
      from: { id: from.id, number: from.number, name: from.name },
      to: { id, number, name },
      changes: diffDefinitions(definitionOf(from), definitionOf(other ?? flow)),
    };
  },
};
