import { dryRunOperations } from './dry-run-operations.ts';
import { embedOperations } from './embed-operations.ts';
import { flowDiffOperations } from './flow-diff-operations.ts';
import { flowDraftOperations } from './flow-draft-operations.ts';
import { flowOperations } from './flow-operations.ts';
import { flowVersionOperations } from './flow-version-operations.ts';
import { renewalOperations } from './renewals/renewal-operations.ts';
import { runOperations } from './run-operations.ts';

/** The contracts of flows, their versions and their runs. */
export const flowsOperations = {
  ...flowOperations,
  ...dryRunOperations,
  ...flowVersionOperations,
  ...flowDiffOperations,
  ...flowDraftOperations,
  ...renewalOperations,
  ...runOperations,
  ...embedOperations,
};
