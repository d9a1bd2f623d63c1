import { guardOperations } from './guard-operations.ts';
import { segmentOperations } from './segment-operations.ts';

/** The contracts of segments and guards. */
export const conditionsOperations = {
  ...segmentOperations,
  ...guardOperations,
};
