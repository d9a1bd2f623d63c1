-- Opens and clicks: telemetry beside its verdicts, never events (spec, Events).

-- Where the links of an email led when it was compiled; mails name a set and a place in it. Rows are
-- never changed, and outlive their email, so that what was sent leads where it did.
create table email_links (
  id bigint generated always as identity primary key,
  email_id bigint not null,
  digest bytea not null,
  urls text[] not null,
  unique (email_id, digest)
);

-- Requests for the pixel and the links of a mail, and what providers tell of them, a bounded number a
-- mail. kind: 0 an open, 1 a click. verdict: 0 a person's, else why not (core/src/tracking/verdict.ts).
create table tracking_hits (
  send_id bigint not null,
  number smallint not null,
  kind smallint not null check (kind in (0, 1)),
  -- Not negative: the place in the set; negative: made of an address that is the person's own.
  link bigint,
  at timestamptz not null,
  head boolean not null,
  prefetch boolean not null,
  -- Null: our own.
  provider text,
  user_agent text,
  verdict smallint not null,
  primary key (send_id, number)
);

insert into tracking_hits (send_id, number, kind, link, at, head, prefetch, provider, user_agent, verdict)
select send_id, number, kind - 4, case kind when 5 then -1 end, at, false, false, provider,
  details->>'user_agent', 0
from (
  select *, row_number() over (partition by send_id order by id) - 1 as number
  from send_feedback where kind >= 4) f
where number < 100;
delete from send_feedback where kind >= 4;

-- The rules that the verdicts are of, and while they are worked out anew the last mail that was.
alter table instance
  add column tracking boolean not null default true,
  add column judged_by smallint not null default 0,
  add column judged_to bigint;

alter table emails add column tracking boolean not null default true;
