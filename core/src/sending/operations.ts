import { reportOperations } from './report-operations.ts';
import { sendOperations } from './send-operations.ts';
import { sendingControlOperations } from './sending-operations.ts';
import { sentOperations } from './sent-operations.ts';
import { timelineOperations } from './timeline-operations.ts';

/** The contracts of the queue and the timeline of a person. */
export const sendingOperations = {
  ...timelineOperations,
  ...sendOperations,
  ...sentOperations,
  ...sendingControlOperations,
  ...reportOperations,
};
