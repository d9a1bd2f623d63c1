import { endpointHandlers } from './endpoint-handlers.ts';

export const webhooksHandlers = { ...endpointHandlers };
