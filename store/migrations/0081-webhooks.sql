-- Webhook endpoints of operators and what is delivered to them (HOOK-01 to HOOK-16, docs/decisions/0081).

create table webhook_endpoints (
  id bigint generated always as identity primary key,
  key text not null unique,
  url text not null,
  name text not null generated always as (url) stored,
  description text not null,
  events text[] not null,
  enabled boolean not null default true,
  disabled_reason text collate "C" check (disabled_reason in ('gone', 'failing')),
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table webhook_endpoints is 'Where programs of the operator are told what happens. Operators write them.';
comment on column webhook_endpoints.id is 'Primary key.';
comment on column webhook_endpoints.key is 'The key that callers and flows name the endpoint by.';
comment on column webhook_endpoints.url is 'Where deliveries are sent.';
comment on column webhook_endpoints.name is 'What the history calls the endpoint.';
comment on column webhook_endpoints.description is 'What operators wrote about the endpoint.';
comment on column webhook_endpoints.events is 'The types it hears of: a type, all of a noun as in email.*, or *.';
comment on column webhook_endpoints.enabled is 'Whether deliveries are written and sent.';
comment on column webhook_endpoints.disabled_reason is 'gone: it answered 410; failing: nothing got through for days. Null unless the service disabled it.';
comment on column webhook_endpoints.revision is 'Counts the changes of the endpoint.';
comment on column webhook_endpoints.created_at is 'When the endpoint was created.';
comment on column webhook_endpoints.updated_at is 'When the endpoint was last changed.';

-- Beside the endpoint, whose row the history keeps as it is.
create table webhook_secrets (
  endpoint_id bigint primary key references webhook_endpoints on delete cascade,
  secret bytea not null,
  former_secret bytea,
  former_until_at timestamptz,
  failing_since_at timestamptz
);
comment on table webhook_secrets is 'What an endpoint has that nobody reads: its secrets, and how it does.';
comment on column webhook_secrets.endpoint_id is 'The endpoint.';
comment on column webhook_secrets.secret is 'The key of its signatures, HMAC-SHA-256.';
comment on column webhook_secrets.former_secret is 'The key before, which signs too until former_until_at.';
comment on column webhook_secrets.former_until_at is 'When the former key ends; null where there is none.';
comment on column webhook_secrets.failing_since_at is 'The first failure since something last got through; null where that was the last attempt.';

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null,
  message_id uuid not null default gen_random_uuid(),
  type text not null,
  subject_id bigint,
  person_id bigint,
  run_id bigint,
  about jsonb,
  body text,
  happened_at timestamptz not null,
  status text collate "C" not null default 'waiting'
    check (status in ('waiting', 'delivered', 'failed', 'canceled')),
  tries integer not null default 0,
  attempts jsonb not null default '[]',
  due_at timestamptz not null
);
create index webhook_deliveries_endpoint_id_due_at_id_idx on webhook_deliveries (endpoint_id, due_at, id)
  where status = 'waiting';
create index webhook_deliveries_endpoint_id_id_idx on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_person_id_idx on webhook_deliveries (person_id)
  where person_id is not null;
create index webhook_deliveries_run_id_idx on webhook_deliveries (run_id) where run_id is not null;
create index webhook_deliveries_happened_at_id_idx on webhook_deliveries (happened_at, id);

comment on table webhook_deliveries is 'What each endpoint is told, written in the transaction of what it tells. Rows go after retention.deliveries_days.';
comment on column webhook_deliveries.id is 'Primary key.';
comment on column webhook_deliveries.endpoint_id is 'The endpoint. No foreign key: each transaction that tells it something would share its lock.';
comment on column webhook_deliveries.message_id is 'The header webhook-id, the same at each attempt. No foreign key: it is no record.';
comment on column webhook_deliveries.type is 'The type of what happened.';
comment on column webhook_deliveries.subject_id is 'The id of the record that is told of; null where there is none. No foreign key: the type says of what.';
comment on column webhook_deliveries.person_id is 'The person; null where there is none, and once erased. No foreign key: writers hold the person, and an erasure takes it out.';
comment on column webhook_deliveries.run_id is 'The run of a flow that waits for the outcome; null where none does. No foreign key: runs may be forgotten before.';
comment on column webhook_deliveries.about is 'What the body says besides the record; null once the body is written, and once erased.';
comment on column webhook_deliveries.body is 'The body, written before the first attempt; null before that, and once erased.';
comment on column webhook_deliveries.happened_at is 'When it happened: the timestamp of the body.';
comment on column webhook_deliveries.status is 'canceled: nobody is told any more, since the person was erased or the run waits no longer.';
comment on column webhook_deliveries.tries is 'Attempts since it was queued or replayed.';
comment on column webhook_deliveries.attempts is 'The newest attempts, the newest last: at, status, ms, error.';
comment on column webhook_deliveries.due_at is 'When the next attempt is due; while one is under way, when it counts as lost.';

alter table engine_state add column webhook_patterns text[] not null default '{}';
comment on column engine_state.webhook_patterns is 'What enabled webhook endpoints hear of; each transaction reads it as it begins.';

create function gather_webhook_patterns() returns trigger language plpgsql as $$
begin
  update engine_state set webhook_patterns = array(
    select distinct pattern from webhook_endpoints, unnest(events) pattern where enabled order by pattern);
  return null;
end
$$;
comment on function gather_webhook_patterns() is 'Keeps engine_state.webhook_patterns. Writers of endpoints hold a lock of the table.';

create trigger webhook_endpoints_patterns after insert or update or delete on webhook_endpoints
  for each statement execute function gather_webhook_patterns();
create trigger webhook_endpoints_revision before update or delete on webhook_endpoints
  for each row execute function grow_revision('name');
create trigger webhook_endpoints_created after insert on webhook_endpoints
  for each row execute function note_change('webhook_endpoints', 'name');
create trigger webhook_endpoints_updated after update on webhook_endpoints
  for each row when (old.revision <> new.revision) execute function note_change('webhook_endpoints', 'name');
create trigger webhook_endpoints_deleted before delete on webhook_endpoints
  for each row execute function note_change('webhook_endpoints', 'name');
create trigger webhook_endpoints_restored before insert on webhook_endpoints
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
