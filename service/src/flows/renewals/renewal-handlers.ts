import { limits } from '@postroad/core/platform/limits';
import { type Handlers, read } from '../../platform/handler.ts';
import { mustFindFlow } from '../flow-view.ts';
import { previewRenewals } from './preview-renewals.ts';

export const renewalHandlers: Pick<Handlers, 'preview_renewal_approaching'> = {
  preview_renewal_approaching: read(async ({ flow_key, definition, limit }, { tx }) => {
    const flow = await mustFindFlow(tx, flow_key);
    return await previewRenewals(tx, flow, definition, limit ?? limits.pageMax);
  }),
};
