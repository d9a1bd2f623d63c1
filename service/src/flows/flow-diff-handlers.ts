import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import { type Handlers, read } from '../platform/handler.ts';
import { getFlowVersion } from './flow-version-handlers.ts';
import { getFlow } from './flow-view.ts';
import { stepNames } from './step-names.ts';

export const flowDiffHandlers: Pick<Handlers, 'diff_flow_versions'> = {
  diff_flow_versions: read(async ({ flow_key, version_id, against = 'current' }, { tx }) => {
    const flow = await getFlow(tx, flow_key);
    const from = await getFlowVersion(tx, flow, version_id);
    const other = against === 'current' ? null : await getFlowVersion(tx, flow, Number(against));
    const { id, number, name } = other ?? { id: null, number: null, name: 'current' };
    const names = await stepNames(tx, [from.definition, (other ?? flow).definition]);
    return {
      from: { id: from.id, number: from.number, name: from.name },
      to: { id, number, name },
      changes: diffDefinitions(from.definition, (other ?? flow).definition, names),
    };
  }),
};
