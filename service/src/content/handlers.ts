import { componentHandlers } from './component-handlers.ts';
import { emailDraftHandlers } from './email-draft-handlers.ts';
import { emailForkHandlers } from './email-fork-handlers.ts';
import { emailHandlers } from './email-handlers.ts';
import { layoutHandlers } from './layout-handlers.ts';
import { themeHandlers } from './theme-handlers.ts';

/** The handlers of emails, layouts, components and themes. */
export const contentHandlers = {
  ...themeHandlers,
  ...layoutHandlers,
  ...componentHandlers,
  ...emailHandlers,
  ...emailDraftHandlers,
  ...emailForkHandlers,
};
