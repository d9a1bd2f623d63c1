import { emailStatsHandlers } from './email-stats-handlers.ts';
import { reportHandlers } from './report-handlers.ts';
import { sendHandlers } from './send-handlers.ts';
import { sendingControlHandlers } from './sending-control-handlers.ts';
import { sentHandlers } from './sent/sent-handlers.ts';
import { timelineHandlers } from './timeline-handlers.ts';

/** The handlers of the queue, figures and timelines. */
export const sendingHandlers = {
  ...emailStatsHandlers,
  ...reportHandlers,
  ...timelineHandlers,
  ...sendHandlers,
  ...sentHandlers,
  ...sendingControlHandlers,
};
