-- The type of a delivery is one of a list, as every code is (SCHEMA-04).

alter table webhook_deliveries add constraint webhook_deliveries_type_check
  check (type in (
    'person.created', 'person.updated', 'person.deleted', 'person.unsubscribed',
    'person.resubscribed', 'event.recorded', 'email.sent', 'email.delivered',
    'email.opened', 'email.clicked', 'email.bounced', 'email.complained',
    'email.failed', 'email.skipped', 'flow.run_started', 'flow.run_completed',
    'flow.run_parked', 'flow.called', 'sequence.completed', 'broadcast.started',
    'broadcast.finished', 'message.sent', 'message.failed', 'webhook.test'));
