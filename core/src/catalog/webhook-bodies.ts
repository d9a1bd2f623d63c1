import { z } from 'zod';
import { id, jsonObject, timestamp } from '../platform/operations/shapes.ts';
import type { WebhookType } from '../webhooks/webhook-types.ts';
import { catalog } from './catalog.ts';

/** Whom a delivery is about, beside its record. */
const person = z.strictObject({ id, email: z.string() });

const people = catalog.get_person.output.shape.person.extend({ person });
const event = catalog.list_events.output.shape.events.element.extend({ person });
const mail = catalog.get_send.output.shape.send.extend({ person });
const run = catalog.list_flow_runs.output.shape.runs.element.extend({ person });
const sequence = catalog.get_sequence.output.shape.sequence.extend({ person });
const broadcast = catalog.list_broadcasts.output.shape.broadcasts.element;
const message = catalog.list_messages.output.shape.messages.element.extend({ person });
/** The step that called, and its body as it was filled in; null where the step has none. */
const call = z.strictObject({ step_id: z.string(), body: jsonObject.nullable() });
const bounce = z.enum(['soft_bounced', 'hard_bounced']).optional();

/** What each type delivers as `data` (HOOK-06): the record as the API reads it, and the person. */
export const webhookData = {
  'person.created': people,
  'person.updated': people,
  'person.deleted': z.strictObject({ id, deleted: z.literal(true) }),
  'person.unsubscribed': people,
  'person.resubscribed': people,
  'event.recorded': event,
  'email.sent': mail,
  'email.delivered': mail,
  'email.opened': mail.extend({ opened_at: timestamp }),
  'email.clicked': mail.extend({ clicked_at: timestamp }),
  'email.bounced': mail.extend({ bounce }),
  'email.complained': mail,
  'email.failed': mail,
  'email.skipped': mail,
  'flow.run_started': run,
  'flow.run_completed': run,
  'flow.run_parked': run,
  'flow.called': run.extend({ call }),
  'sequence.completed': sequence,
  'broadcast.started': broadcast,
  'broadcast.finished': broadcast,
  'message.sent': message,
  'message.failed': message,
} satisfies Record<WebhookType, z.ZodType>;
