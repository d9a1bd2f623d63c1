import { dryRunHandlers } from './dry-run-handlers.ts';
import { embedHandlers } from './embed/embed-handlers.ts';
import { flowDiffHandlers } from './flow-diff-handlers.ts';
import { flowDraftHandlers } from './flow-draft-handlers.ts';
import { flowHandlers } from './flow-handlers.ts';
import { flowVersionHandlers } from './flow-version-handlers.ts';
import { renewalHandlers } from './renewals/renewal-handlers.ts';
import { runHandlers } from './run-handlers.ts';

/** The handlers of flows, their versions and runs. */
export const flowsHandlers = {
  ...flowHandlers,
  ...dryRunHandlers,
  ...flowVersionHandlers,
  ...flowDiffHandlers,
  ...flowDraftHandlers,
  ...renewalHandlers,
  ...runHandlers,
  ...embedHandlers,
};
