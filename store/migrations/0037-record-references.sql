-- Which records flows, segments, guards and preference toggles name, so that nothing they need is
-- deleted (clauses SAFE-13 to SAFE-18). Written with the text that names them.
create table record_references (
  flow_id bigint references flows on delete cascade,
  segment_id bigint references segments on delete cascade,
  guard_id bigint references guards on delete cascade,
  toggle text,
  place integer not null,
  handle text not null default '',
  kind text collate "C" not null
    constraint record_references_kind_check
    check (kind in ('email', 'sequence', 'field', 'product', 'segment', 'flow', 'tunable')),
  record_id bigint,
  record_key text collate "C",
  check (num_nonnulls(flow_id, segment_id, guard_id, toggle) = 1
    and num_nonnulls(record_id, record_key) = 1)
);
create index record_references_kind_record_id_idx on record_references (kind, record_id)
  where record_id is not null;
create index record_references_kind_record_key_idx on record_references (kind, record_key)
  where record_key is not null;
create index record_references_flow_id_idx on record_references (flow_id) where flow_id is not null;
create index record_references_segment_id_idx on record_references (segment_id)
  where segment_id is not null;
create index record_references_guard_id_idx on record_references (guard_id)
  where guard_id is not null;

comment on table record_references is
  'The records that flows, segments, guards and preference toggles name. Written with their texts. Exactly one of the first four columns is set, and one of the last two.';
comment on column record_references.flow_id is 'The flow whose definition it is.';
comment on column record_references.segment_id is 'The segment whose condition it is.';
comment on column record_references.guard_id is 'The guard whose condition it is.';
comment on column record_references.toggle is
  'The id of the preference toggle whose condition or action it is; toggles are in a setting.';
comment on column record_references.place is 'Position among the names of the holder, from 1.';
comment on column record_references.handle is
  'The handle of the step of the flow; blank for a trigger and for other holders.';
comment on column record_references.kind is 'What kind of record is named.';
comment on column record_references.record_id is
  'The id it is named by. No foreign key: a draft may name what does not exist.';
comment on column record_references.record_key is
  'The key it is named by; a draft may name what does not exist.';

-- What the texts of today name. A leaf is an object with a type; the arms of a step are steps of
-- their own.
with texts (flow_id, segment_id, guard_id, toggle, handle, tree) as (
  select id, null::bigint, null::bigint, null::text, '', jsonb_build_object('trigger', definition::jsonb -> 'trigger')
  from flows
  union all
  select flows.id, null, null, null,
    case
      when jsonb_typeof(step -> 'id') is distinct from 'number' then ''
      when step ->> 'slug' ~ '^[a-z0-9]+(-[a-z0-9]+)*$' then (step ->> 'id') || '-' || (step ->> 'slug')
      else step ->> 'id'
    end,
    step - '{then,else,met,expired,value}'::text[]
  from flows, jsonb_path_query(definition::jsonb,
    'strict $.nodes.** ? (@.type == "send_email" || @.type == "start_sequence" || @.type == "set_field" || @.type == "delay" || @.type == "gate" || @.type == "if_else")',
    '{}', true) as step
  union all
  select null, id, null, null, '', definition::jsonb from segments
  union all
  select null, null, id, null, '', condition::jsonb from guards
  union all
  select null, null, null, toggle ->> 'id', '', toggle
  from settings, jsonb_path_query(value::jsonb, '$.toggles[*]') as toggle
  where key = 'sending.subscription_preferences' and jsonb_typeof(toggle -> 'id') = 'string'
), leaves as (
  select texts.*, leaf, number
  from texts, jsonb_path_query(tree, 'strict $.** ? (@.type() == "object")', '{}', true)
    with ordinality as found (leaf, number)
), named as (
  select leaves.*, kind, value
  from leaves, lateral (
    values
      ('email', case when leaf ->> 'type' in ('send_email', 'received_email', 'opened_email', 'clicked_email') then leaf -> 'email_id' end),
      ('sequence', case when leaf ->> 'type' in ('start_sequence', 'started_sequence', 'finished_sequence') then leaf -> 'sequence_id' end),
      ('field', case when leaf ->> 'type' in ('set_field', 'clear_field', 'field') then leaf -> 'field' end),
      ('product', case when leaf ->> 'type' in ('active_subscription', 'purchased', 'subscription_renewal_approaching') then leaf -> 'product' end),
      ('segment', case when leaf ->> 'type' = 'in_segment' then coalesce(leaf -> 'segment', leaf -> 'segment_id') end),
      ('flow', case when leaf ->> 'type' = 'completed_flow' then leaf -> 'flow' end),
      ('tunable', case when not leaf ? 'type' then leaf -> 'setting' end)
  ) as names (kind, value)
), sound as (
  select flow_id, segment_id, guard_id, toggle, handle, kind, value, min(number) as number
  from named
  where (jsonb_typeof(value) = 'string' and kind not in ('email', 'sequence'))
    or (jsonb_typeof(value) = 'number' and kind in ('email', 'sequence', 'segment')
      and value::text ~ '^[1-9][0-9]{0,14}$')
  group by flow_id, segment_id, guard_id, toggle, handle, kind, value
)
insert into record_references
  (flow_id, segment_id, guard_id, toggle, place, handle, kind, record_id, record_key)
select flow_id, segment_id, guard_id, toggle,
  row_number() over (partition by flow_id, segment_id, guard_id, toggle order by handle, number, kind),
  handle, kind,
  case when jsonb_typeof(value) = 'number' then (value #>> '{}')::bigint end,
  case when jsonb_typeof(value) = 'string' then value #>> '{}' end
from sound;
