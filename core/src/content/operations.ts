import { componentOperations } from './component-operations.ts';
import { emailDraftOperations } from './email-draft-operations.ts';
import { emailForkOperations } from './email-fork-operations.ts';
import { emailOperations } from './email-operations.ts';
import { emailStatsOperations } from './email-stats-operations.ts';
import { layoutOperations } from './layout-operations.ts';
import { themeOperations } from './theme-operations.ts';

/** The contracts of emails, themes, layouts and components. */
export const contentOperations = {
  ...themeOperations,
  ...layoutOperations,
  ...componentOperations,
  ...emailOperations,
  ...emailDraftOperations,
  ...emailForkOperations,
  ...emailStatsOperations,
};
