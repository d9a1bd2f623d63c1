import { limits } from '@postroad/core/platform/limits';
import { type Handlers, read } from '../../platform/handler.ts';
import { definitionMeant } from '../flow-draft.ts';
import { getFlow } from '../flow-view.ts';
import { previewRenewals } from './preview-renewals.ts';

export const renewalHandlers: Pick<Handlers, 'preview_renewal_approaching'> = {
  preview_renewal_approaching: read(async ({ flow_key, limit, ...meant }, { tx }) => {
    const flow = await getFlow(tx, flow_key);
    const definition = await definitionMeant(tx, flow, meant);
    return await previewRenewals(tx, flow, definition, limit ?? limits.pageMax);
  }),
};
