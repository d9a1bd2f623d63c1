import { profileHandlers } from './profile-handlers.ts';
import { settingHandlers } from './setting-handlers.ts';
import { tokenHandlers } from './token-handlers.ts';

/** The handlers of profile, settings and tokens. */
export const accountHandlers = {
  ...profileHandlers,
  ...settingHandlers,
  ...tokenHandlers,
};
