import { formOperations } from './form-operations.ts';

/** The contracts of sign-up forms. */
export const formsOperations = {
  ...formOperations,
};
