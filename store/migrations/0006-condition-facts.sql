-- What conditions look at beside people, events, runs and mail (spec, Conditions).

-- What is sold; made by operators, and by the first event about money that names a key.
create table products (
  id integer generated always as identity primary key,
  key text not null unique,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- The native subscription rows. Events about subscriptions write them (contract §4.4).
create table subscriptions (
  id bigint generated always as identity primary key,
  person_id bigint not null references people on delete cascade,
  external_id text,
  product_id integer references products,
  "interval" text,
  status text not null
    check (status in ('active', 'trialing', 'past_due', 'inactive', 'cancelled', 'ended')),
  renewal_amount_cents bigint,
  next_renewal_at timestamptz,
  cancel_at_period_end boolean not null default false,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index subscriptions_external on subscriptions (external_id)
  where external_id is not null;
-- Without an id of its own a subscription is known by whose it is and of what.
create unique index subscriptions_unnamed on subscriptions (person_id, product_id)
  where external_id is null;
create index subscriptions_person on subscriptions (person_id, product_id, status);
create index subscriptions_product on subscriptions (product_id, status) include (person_id);

-- kind: 0 purchase, 1 payment, 2 refund. Events about money write them (contract §4.4). An external
-- id counts once; that of a refund may be the one of what it refunds.
create table payments (
  id bigint generated always as identity primary key,
  person_id bigint not null references people on delete cascade,
  kind smallint not null check (kind in (0, 1, 2)),
  external_id text,
  product_id integer references products,
  amount_cents bigint not null,
  occurred_at timestamptz not null,
  event_id bigint
);
create unique index payments_paid on payments (external_id)
  where external_id is not null and kind in (0, 1);
create unique index payments_refunded on payments (external_id)
  where external_id is not null and kind = 2;
create index payments_person on payments (person_id) include (kind, amount_cents);
create index payments_product on payments (product_id, person_id, occurred_at) where kind = 0;

-- Named conditions; operators write them.
create table segments (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  description text not null default '',
  -- json, not jsonb: the order of keys is part of the canonical form.
  definition json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- kind: 0 opened, 1 clicked. What people did with an email, bots left out: first and last time.
-- Tracking writes it beside its raw hits.
create table email_engagements (
  person_id bigint not null references people on delete cascade,
  email_id bigint not null references emails on delete cascade,
  kind smallint not null check (kind in (0, 1)),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (person_id, kind, email_id)
);
create index email_engagements_email on email_engagements (kind, email_id, last_at)
  include (person_id);

-- Ordered emails with delays; the operations of sequences add the rest of their columns.
create table sequences (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One person's way through a sequence; the engine of sequences writes them. finished_at is set only
-- where the last step was reached.
create table sequence_runs (
  id bigint generated always as identity primary key,
  sequence_id bigint not null references sequences on delete cascade,
  person_id bigint not null references people on delete cascade,
  started_at timestamptz not null,
  finished_at timestamptz
);
create index sequence_runs_person on sequence_runs (person_id, sequence_id, started_at);
create index sequence_runs_started on sequence_runs (sequence_id, started_at) include (person_id);
create index sequence_runs_finished on sequence_runs (sequence_id, finished_at)
  include (person_id) where finished_at is not null;

-- Who completed a flow, of single_run and of repeat flows.
create index runs_completed on runs (flow_id, person_id) where status = 1;
-- What a person was sent, newest last; tests (source_kind 3) tell nothing about a person.
create index send_log_received on send_log (person_id, ended_at) include (email_id)
  where status = 5 and source_kind <> 3;
