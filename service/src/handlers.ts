import type { Handlers } from './handler.ts';
import { broadcastHandlers } from './handlers/broadcast.ts';
import { clockHandlers } from './handlers/clock.ts';
import { componentHandlers } from './handlers/component.ts';
import { definitionHandlers } from './handlers/definition.ts';
import { dryRunHandlers } from './handlers/dry-run.ts';
import { emailHandlers } from './handlers/email.ts';
import { emailForkHandlers } from './handlers/email-fork.ts';
import { emailStatsHandlers } from './handlers/email-stats.ts';
import { eventHandlers } from './handlers/event.ts';
import { fieldHandlers } from './handlers/field.ts';
import { flowHandlers } from './handlers/flow.ts';
import { flowDiffHandlers } from './handlers/flow-diff.ts';
import { flowVersionHandlers } from './handlers/flow-version.ts';
import { guardHandlers } from './handlers/guard.ts';
import { importHandlers } from './handlers/import.ts';
import { layoutHandlers } from './handlers/layout.ts';
import { personHandlers } from './handlers/person.ts';
import { productHandlers } from './handlers/product.ts';
import { profileHandlers } from './handlers/profile.ts';
import { renewalHandlers } from './handlers/renewal.ts';
import { runHandlers } from './handlers/run.ts';
import { schemaHandlers } from './handlers/schema.ts';
import { segmentHandlers } from './handlers/segment.ts';
import { sendHandlers } from './handlers/send.ts';
import { sequenceHandlers } from './handlers/sequence.ts';
import { sequenceStepHandlers } from './handlers/sequence-step.ts';
import { settingHandlers } from './handlers/setting.ts';
import { subscriptionHandlers } from './handlers/subscription.ts';
import { tagHandlers } from './handlers/tag.ts';
import { themeHandlers } from './handlers/theme.ts';
import { timelineHandlers } from './handlers/timeline.ts';
import { tokenHandlers } from './handlers/token.ts';

/** The handler of every operation; a missing or mistyped one does not compile. */
export const handlers: Handlers = {
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
