import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import type { Handlers } from '../app/handler.ts';
import { getFlowVersion } from './flow-version-handlers.ts';
import { definitionOf, getFlow } from './flow-view.ts';

export const flowDiffHandlers: Pick<Handlers, 'diff_flow_versions'> = {
  async diff_flow_versions({ flow_key, version_id, against = 'current' }, { tx }) {
    const flow = await getFlow(tx, flow_key);
    const from = await getFlowVersion(tx, flow, version_id);
    const other = against === 'current' ? null : await getFlowVersion(tx, flow, Number(against));
    const { id, number, name } = other ?? { id: null, number: null, name: 'current' };
    return {
      from: { id: from.id, number: from.number, name: from.name },
      to: { id, number, name },
      changes: diffDefinitions(definitionOf(from), definitionOf(other ?? flow)),
    };
  },
};
