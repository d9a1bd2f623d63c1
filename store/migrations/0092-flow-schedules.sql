-- Flows that a schedule starts for everybody in a segment (TRIG2-05).

create table flow_schedules (
  flow_id bigint primary key references flows on delete cascade,
  counted_until_at timestamptz not null,
  occurs_at timestamptz,
  after_person_id bigint not null default 0,
  last_person_id bigint not null default 0
);
comment on table flow_schedules is 'How far the schedules of live flows are. The row of a flow is locked while people start, so that each starts once a time (TRIG2-07).';
comment on column flow_schedules.flow_id is 'The flow.';
comment on column flow_schedules.counted_until_at is 'Times of the schedule up to this one are done with: since then the flow is live, or this was the last one.';
comment on column flow_schedules.occurs_at is 'The time for which people are being started; null between times.';
comment on column flow_schedules.after_person_id is 'The last person who was looked at for it. No foreign key: the person may be gone, and the next one counts.';
comment on column flow_schedules.last_person_id is 'The last person there was when the time came. No foreign key: the person may be gone.';
