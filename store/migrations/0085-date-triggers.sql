-- Flows that start on, before or after a date of each person (TRIG2-04).

create table date_starts (
  person_id bigint not null references people on delete cascade,
  flow_id bigint not null references flows on delete cascade,
  dated_on date not null,
  started_at timestamptz not null,
  primary key (person_id, flow_id, dated_on)
);
create index date_starts_flow_id_idx on date_starts (flow_id);
comment on table date_starts is 'The dates of people for which a date trigger fired, so that each fires once, however many processes look (TRIG2-07). A run may not have started: trigger_refusals says why.';
comment on column date_starts.person_id is 'The person.';
comment on column date_starts.flow_id is 'The flow.';
comment on column date_starts.dated_on is 'The date, or the anniversary of it.';
comment on column date_starts.started_at is 'When the trigger fired.';
comment on index date_starts_flow_id_idx is 'For the foreign key.';

-- Dates start flows without an event, and may be refused too.
alter table trigger_refusals alter column event_id drop not null;
comment on table trigger_refusals is 'Why a trigger that fired started no run: the last event for each reason, and how many there were. A fill factor of 80 leaves room for the updates of each row.';
comment on column trigger_refusals.event_id is 'The last such event; null where no event fires the trigger. No foreign key: events go with their person, as this row does.';
