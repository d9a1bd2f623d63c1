import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import { type Handlers, read } from '../platform/handler.ts';
import { mustFindVersion } from './flow-version-handlers.ts';
import { mustFindFlow } from './flow-view.ts';

export const flowDiffHandlers: Pick<Handlers, 'diff_flow_versions'> = {
  diff_flow_versions: read(async ({ flow_key, version_id, against = 'current' }, { tx }) => {
    const flow = await mustFindFlow(tx, flow_key);
    const from = await mustFindVersion(tx, flow, version_id);
    const other = against === 'current' ? null : await mustFindVersion(tx, flow, Number(against));
    const { id, number, name } = other ?? { id: null, number: null, name: 'current' };
    return {
      from: { id: from.id, number: from.number, name: from.name },
      to: { id, number, name },
      changes: diffDefinitions(from.definition, (other ?? flow).definition),
    };
  }),
};
