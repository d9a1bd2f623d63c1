-- What providers tell of mails after they took them. A send may still be in the queue then, so
-- send_id refers to either table. kind: 0 delivered, 1 soft bounced, 2 hard bounced, 3 complained,
-- 4 opened, 5 clicked.
create table send_feedback (
  id bigint generated always as identity primary key,
  send_id bigint not null,
  kind smallint not null check (kind between 0 and 5),
  provider text not null,
  at timestamptz not null,
  details jsonb not null default '{}'
);
create index send_feedback_send on send_feedback (send_id, kind);
-- Of one mail each counts once, but for opens and clicks.
create unique index send_feedback_once on send_feedback (send_id, kind) where kind < 4;

-- Webhooks that were taken, so that each counts once. key is a hash.
create table webhook_receipts (
  provider text not null,
  key text not null,
  received_at timestamptz not null,
  primary key (provider, key)
);
create index webhook_receipts_received on webhook_receipts (received_at);

-- Soft bounces since the last mail that was delivered.
create table soft_bounces (
  person_id bigint primary key references people on delete cascade,
  count integer not null
);
