-- The steps of flows that send an email, in document order; written with the definition. An
-- email_id may be that of no email.
create table flow_emails (
  flow_id bigint not null references flows on delete cascade,
  place integer not null,
  email_id bigint not null,
  -- As handleOf reads the step; blank where it has no sound id.
  handle text not null,
  primary key (flow_id, place)
);
create index flow_emails_email on flow_emails (email_id);

-- jsonb keeps no order of keys, so that arms may change places until the flow is saved.
insert into flow_emails (flow_id, place, email_id, handle)
select flows.id, sent.place, (sent.step ->> 'email_id')::numeric::bigint,
  case
    when jsonb_typeof(sent.step -> 'id') is distinct from 'number' then ''
    when sent.step ->> 'slug' ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
      then (sent.step ->> 'id') || '-' || (sent.step ->> 'slug')
    else sent.step ->> 'id'
  end
from flows, jsonb_path_query(
  definition::jsonb,
  'strict $.nodes.** ? (@.type == "send_email" && @.email_id > 0 && @.email_id <= 9007199254740991 && @.email_id.floor() == @.email_id)',
  '{}', true) with ordinality as sent (step, place);
