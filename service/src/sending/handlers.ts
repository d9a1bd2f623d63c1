import { emailStatsHandlers } from './email-stats-handlers.ts';
import { sendHandlers } from './send-handlers.ts';
import { sendingControlHandlers } from './sending-control-handlers.ts';
import { timelineHandlers } from './timeline-handlers.ts';

/** The handlers of the queue, figures and timelines. */
export const sendingHandlers = {
  ...emailStatsHandlers,
  ...timelineHandlers,
  ...sendHandlers,
  ...sendingControlHandlers,
};
