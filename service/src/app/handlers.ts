import { accountHandlers } from '../account/handlers.ts';
import { billingHandlers } from '../billing/handlers.ts';
import { broadcastsHandlers } from '../broadcasts/handlers.ts';
import { conditionsHandlers } from '../conditions/handlers.ts';
import { contentHandlers } from '../content/handlers.ts';
import { definitionsHandlers } from '../definitions/handlers.ts';
import { eventsHandlers } from '../events/handlers.ts';
import { flowsHandlers } from '../flows/handlers.ts';
import { formsHandlers } from '../forms/handlers.ts';
import { messagesHandlers } from '../messages/handlers.ts';
import { peopleHandlers } from '../people/handlers.ts';
import type { Handlers } from '../platform/handler.ts';
import { sendingHandlers } from '../sending/handlers.ts';
import { sequencesHandlers } from '../sequences/handlers.ts';
import { subscribersHandlers } from '../subscribers/handlers.ts';
import { webhooksHandlers } from '../webhooks/handlers.ts';
import { backupHandlers } from './backup/backup-handlers.ts';
import { checkHandlers } from './checks/check-handlers.ts';
import { clockHandlers } from './clock/clock-handlers.ts';
import type { Deps } from './deps.ts';
import { exampleHandlers } from './example/example-handlers.ts';
import { changeHandlers } from './history/change-handlers.ts';
import { schemaHandlers } from './schema-handlers.ts';

/** The handlers of every room; a missing or mistyped one does not compile. */
export const handlers: Handlers<Deps> = {
  ...contentHandlers,
  ...sendingHandlers,
  ...sequencesHandlers,
  ...flowsHandlers,
  ...peopleHandlers,
  ...broadcastsHandlers,
  ...messagesHandlers,
  ...conditionsHandlers,
  ...billingHandlers,
  ...eventsHandlers,
  ...definitionsHandlers,
  ...accountHandlers,
  ...subscribersHandlers,
  ...formsHandlers,
  ...webhooksHandlers,
  ...schemaHandlers,
  ...changeHandlers,
  ...backupHandlers,
  ...exampleHandlers,
  ...checkHandlers,
  ...clockHandlers,
};
