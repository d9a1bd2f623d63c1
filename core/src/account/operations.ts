import { backupOperations } from './backup-operations.ts';
import { changeOperations } from './change-operations.ts';
import { checkOperations } from './checks/check-operations.ts';
import { clockOperations } from './clock-operations.ts';
import { exampleOperations } from './example-operations.ts';
import { profileOperations } from './profile-operations.ts';
import { settingOperations } from './setting-operations.ts';
import { tokenOperations } from './token-operations.ts';

/** The contracts of the account: profile, settings, tokens, backups, the example, checks and the test clock. */
export const accountOperations = {
  ...profileOperations,
  ...settingOperations,
  ...tokenOperations,
  ...changeOperations,
  ...backupOperations,
  ...exampleOperations,
  ...checkOperations,
  ...clockOperations,
};
