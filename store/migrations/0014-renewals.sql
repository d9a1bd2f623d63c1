-- A run of a renewal flow belongs to a subscription: two of one person run side by side (contract
-- §4.1). Null for runs that an event started; those keep to one a person.
alter table runs add column subscription_id bigint;
drop index runs_once;
drop index runs_active;
create unique index runs_once on runs (flow_id, person_id) where once and subscription_id is null;
create unique index runs_active on runs (flow_id, person_id)
  where ended_at is null and subscription_id is null;
create unique index runs_bound_once on runs (flow_id, subscription_id)
  where once and subscription_id is not null;
create unique index runs_bound_active on runs (flow_id, subscription_id)
  where ended_at is null and subscription_id is not null;

-- Reminders that runs began for: one a renewal, whoever looks and however often. renewal_day is days
-- since 1970-01-01 on the calendar of the trigger; sent_at is when mail of the run first went out.
create table renewal_occurrences (
  run_id bigint primary key,
  -- A flow that somebody ran through is never deleted.
  flow_id bigint not null,
  subscription_id bigint not null references subscriptions on delete cascade,
  renewal_at timestamptz not null,
  renewal_day integer not null,
  target_at timestamptz not null,
  days_before smallint not null,
  sent_at timestamptz
);
create unique index renewal_occurrences_at
  on renewal_occurrences (subscription_id, flow_id, renewal_at);
create unique index renewal_occurrences_day
  on renewal_occurrences (subscription_id, flow_id, renewal_day);

-- What renews when, by what it is of.
create index subscriptions_renewal on subscriptions (product_id, "interval", next_renewal_at, id);
