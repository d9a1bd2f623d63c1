import { formHandlers } from './form-handlers.ts';

/** The handlers of sign-up forms. */
export const formsHandlers = { ...formHandlers };
