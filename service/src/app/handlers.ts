import { profileHandlers } from '../account/profile-handlers.ts';
import { settingHandlers } from '../account/setting-handlers.ts';
import { tokenHandlers } from '../account/token-handlers.ts';
import { productHandlers } from '../billing/product-handlers.ts';
import { subscriptionHandlers } from '../billing/subscription-handlers.ts';
import { broadcastHandlers } from '../broadcasts/broadcast-handlers.ts';
import { guardHandlers } from '../conditions/guard-handlers.ts';
import { segmentHandlers } from '../conditions/segment-handlers.ts';
import { componentHandlers } from '../content/component-handlers.ts';
import { emailForkHandlers } from '../content/email-fork-handlers.ts';
import { emailHandlers } from '../content/email-handlers.ts';
import { layoutHandlers } from '../content/layout-handlers.ts';
import { themeHandlers } from '../content/theme-handlers.ts';
import { definitionHandlers } from '../definitions/definition-handlers.ts';
import { eventHandlers } from '../events/event-handlers.ts';
import { dryRunHandlers } from '../flows/dry-run-handlers.ts';
import { flowDiffHandlers } from '../flows/flow-diff-handlers.ts';
import { flowHandlers } from '../flows/flow-handlers.ts';
import { flowVersionHandlers } from '../flows/flow-version-handlers.ts';
import { renewalHandlers } from '../flows/renewals/renewal-handlers.ts';
import { runHandlers } from '../flows/run-handlers.ts';
import { fieldHandlers } from '../people/field-handlers.ts';
import { importHandlers } from '../people/import/import-handlers.ts';
import { personHandlers } from '../people/person-handlers.ts';
import { tagHandlers } from '../people/tag-handlers.ts';
import type { Handlers } from '../platform/handler.ts';
import { emailStatsHandlers } from '../sending/email-stats-handlers.ts';
import { sendHandlers } from '../sending/send-handlers.ts';
import { timelineHandlers } from '../sending/timeline-handlers.ts';
import { sequenceHandlers } from '../sequences/sequence-handlers.ts';
import { sequenceStepHandlers } from '../sequences/sequence-step-handlers.ts';
import { clockHandlers } from './clock-handlers.ts';
import type { Deps } from './deps.ts';
import { schemaHandlers } from './schema-handlers.ts';

/** The handler of every operation; a missing or mistyped one does not compile. */
export const handlers: Handlers<Deps> = {
  ...themeHandlers,
  ...layoutHandlers,
  ...componentHandlers,
  ...emailHandlers,
  ...emailForkHandlers,
  ...emailStatsHandlers,
  ...sequenceHandlers,
  ...sequenceStepHandlers,
  ...flowHandlers,
  ...dryRunHandlers,
  ...flowVersionHandlers,
  ...flowDiffHandlers,
  ...renewalHandlers,
  ...runHandlers,
  ...personHandlers,
  ...timelineHandlers,
  ...fieldHandlers,
  ...importHandlers,
  ...tagHandlers,
  ...broadcastHandlers,
  ...segmentHandlers,
  ...guardHandlers,
  ...productHandlers,
  ...subscriptionHandlers,
  ...eventHandlers,
  ...sendHandlers,
  ...definitionHandlers,
  ...profileHandlers,
  ...settingHandlers,
  ...tokenHandlers,
  ...schemaHandlers,
  ...clockHandlers,
};
