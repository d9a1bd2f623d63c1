-- Figures of mail, added up in the transactions that change them. Reports read these and never the
-- rows of mails (REPORT-06).
alter table tracking_hits
  add column link_set bigint,
  add column link_number integer;
comment on column tracking_hits.link_set is 'The row of email_links with the address that the author wrote; null for the pixel, and where it is not known.';
comment on column tracking_hits.link_number is 'The index of that address in email_links.urls; below 0 in templates, from -1 down; null as link_set.';
comment on column tracking_hits.link is 'Null for the pixel; from 0 the index into email_links.urls; negative for an address that is made for one person, a number derived from it. It identifies the link within the mail.';
alter table email_links add column templates text[] not null default '{}';
comment on column email_links.templates is 'Addresses with Liquid as the author wrote them. Clicks are counted by them; the links carry the addresses that were made of them.';
comment on table send_feedback is 'What became of mails after the hand-over: one row for each mail and kind. Webhooks write it, and settling where a mail server answers at once that an address does not exist.';

create table figure_changes (
  quarter_at timestamptz not null,
  source_kind text collate "C" not null,
  source_id bigint not null,
  step_id integer not null,
  email_id bigint not null,
  provider text not null,
  link_set bigint not null,
  link_number integer not null,
  figure text collate "C" not null,
  count integer not null,
  constraint figure_changes_source_kind_check check (source_kind in ('flow', 'sequence', 'broadcast')),
  constraint figure_changes_figure_check check (figure in
    ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'failed', 'skipped', 'converted'))
);
comment on table figure_changes is 'What was added to figures, or taken from them, since the last round that added it to figure_quarters and figure_days. Every transaction appends rows of its own, so that none waits for another.';
comment on column figure_changes.quarter_at is 'The beginning of the quarter of an hour in which it happened.';
comment on column figure_changes.source_kind is 'Where the mail came from; tests do not count.';
comment on column figure_changes.source_id is 'The flow, sequence or broadcast. No foreign key: figures outlive it.';
comment on column figure_changes.step_id is 'The step; 0 for a broadcast. No foreign key: figures outlive it.';
comment on column figure_changes.email_id is 'The email. No foreign key: figures outlive it.';
comment on column figure_changes.provider is 'The provider that the mail was handed to; empty where there was none.';
comment on column figure_changes.link_set is 'The row of email_links for clicks of one link, which are counted beside those of the mail; else 0. Rows of email_links are never deleted.';
comment on column figure_changes.link_number is 'The index of the link in email_links.urls, or below 0 in templates; else 0.';
comment on column figure_changes.figure is 'What is counted.';
comment on column figure_changes.count is 'How many mails; below 0 where they no longer count.';

create table figure_waits (
  send_id bigint not null,
  quarter_at timestamptz not null,
  link_set bigint not null,
  link_number integer not null,
  figure text collate "C" not null,
  count integer not null,
  constraint figure_waits_figure_check check (figure in
    ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'failed', 'skipped', 'converted'))
);
create index figure_waits_send_id_idx on figure_waits (send_id);
comment on table figure_waits is 'What happened to mails that have not ended, such as an open before the hand-over was settled. It counts once the mail is in send_log, which knows its provider.';
comment on column figure_waits.send_id is 'The send. No foreign key: it moves from sends to send_log.';
comment on column figure_waits.quarter_at is 'The beginning of the quarter of an hour in which it happened.';
comment on column figure_waits.link_set is 'As in figure_changes.';
comment on column figure_waits.link_number is 'As in figure_changes.';
comment on column figure_waits.figure is 'What is counted.';
comment on column figure_waits.count is 'As in figure_changes.';

create table figure_quarters (
  quarter_at timestamptz not null,
  source_kind text collate "C" not null,
  source_id bigint not null,
  step_id integer not null,
  email_id bigint not null,
  provider text not null,
  link_set bigint not null,
  link_number integer not null,
  sent integer not null,
  delivered integer not null,
  opened integer not null,
  clicked integer not null,
  bounced integer not null,
  complained integer not null,
  unsubscribed integer not null,
  failed integer not null,
  skipped integer not null,
  converted integer not null,
  primary key (email_id, quarter_at, source_kind, source_id, step_id, provider, link_set, link_number),
  constraint figure_quarters_source_kind_check check (source_kind in ('flow', 'sequence', 'broadcast'))
) with (fillfactor = 80);
comment on table figure_quarters is 'Figures of mail by quarters of an hour, which are parts of a day in every time zone. Rounds of upkeep add to it; a fill factor of 80 leaves room for that.';

create table figure_days (
  happened_on date not null,
  source_kind text collate "C" not null,
  source_id bigint not null,
  step_id integer not null,
  email_id bigint not null,
  provider text not null,
  link_set bigint not null,
  link_number integer not null,
  sent integer not null,
  delivered integer not null,
  opened integer not null,
  clicked integer not null,
  bounced integer not null,
  complained integer not null,
  unsubscribed integer not null,
  failed integer not null,
  skipped integer not null,
  converted integer not null,
  primary key (happened_on, source_kind, source_id, step_id, email_id, provider, link_set, link_number),
  constraint figure_days_source_kind_check check (source_kind in ('flow', 'sequence', 'broadcast'))
) with (fillfactor = 80);
create index figure_days_source_kind_source_id_idx on figure_days (source_kind, source_id) where converted <> 0;
comment on table figure_days is 'figure_quarters added up by the days of the time zone in engine_state.figures_zone. Upkeep makes it from the quarters when the account changes its zone.';
comment on index figure_days_source_kind_source_id_idx is 'Conversions of a source by step.';

create table figure_months (
  month_on date not null,
  source_kind text collate "C" not null,
  source_id bigint not null,
  step_id integer not null,
  email_id bigint not null,
  provider text not null,
  link_set bigint not null,
  link_number integer not null,
  sent integer not null,
  delivered integer not null,
  opened integer not null,
  clicked integer not null,
  bounced integer not null,
  complained integer not null,
  unsubscribed integer not null,
  failed integer not null,
  skipped integer not null,
  converted integer not null,
  primary key (month_on, source_kind, source_id, step_id, email_id, provider, link_set, link_number),
  constraint figure_months_source_kind_check check (source_kind in ('flow', 'sequence', 'broadcast'))
) with (fillfactor = 80);
comment on table figure_months is 'figure_days added up by months, so that a report over years reads few rows. Written with figure_days.';

create table figure_day_totals (
  happened_on date not null,
  sent integer not null,
  delivered integer not null,
  opened integer not null,
  clicked integer not null,
  bounced integer not null,
  complained integer not null,
  unsubscribed integer not null,
  failed integer not null,
  skipped integer not null,
  converted integer not null,
  primary key (happened_on)
) with (fillfactor = 80);
comment on table figure_day_totals is 'figure_days added up over everything but links, for reports by day. Written with figure_days.';

do $$
declare
  name text;
begin
  foreach name in array array['figure_quarters', 'figure_days', 'figure_months'] loop
    execute format('comment on column %I.source_kind is ''As in figure_changes.''', name);
    execute format('comment on column %I.source_id is ''As in figure_changes. No foreign key: figures outlive it.''', name);
    execute format('comment on column %I.step_id is ''As in figure_changes. No foreign key: figures outlive it.''', name);
    execute format('comment on column %I.email_id is ''The email. No foreign key: figures outlive it.''', name);
    execute format('comment on column %I.provider is ''As in figure_changes.''', name);
    execute format('comment on column %I.link_set is ''As in figure_changes.''', name);
    execute format('comment on column %I.link_number is ''As in figure_changes.''', name);
  end loop;
  foreach name in array array['figure_quarters', 'figure_days', 'figure_months', 'figure_day_totals'] loop
    execute format('comment on column %I.sent is ''Mails that the provider accepted then.''', name);
    execute format('comment on column %I.delivered is ''Mails that the provider reported as arrived then.''', name);
    execute format('comment on column %I.opened is ''Mails that a person first opened then.''', name);
    execute format('comment on column %I.clicked is ''Mails in which a person first clicked then; with link_set, first clicked this link.''', name);
    execute format('comment on column %I.bounced is ''Mails whose first bounce was then.''', name);
    execute format('comment on column %I.complained is ''Mails that were reported as spam then.''', name);
    execute format('comment on column %I.unsubscribed is ''Mails by whose link somebody first left then.''', name);
    execute format('comment on column %I.failed is ''Mails that failed then, and were not sent again since.''', name);
    execute format('comment on column %I.skipped is ''Mails that a rule stopped then.''', name);
    execute format('comment on column %I.converted is ''Mails whose person reached a goal then.''', name);
  end loop;
end $$;
comment on column figure_quarters.quarter_at is 'The beginning of the quarter of an hour.';
comment on column figure_days.happened_on is 'The local day.';
comment on column figure_months.month_on is 'The first day of the month.';
comment on column figure_day_totals.happened_on is 'The local day.';

alter table engine_state add column figures_zone text;
comment on column engine_state.figures_zone is 'The time zone whose days figure_days holds; null where none were made.';

-- What there is so far, 200,000 mails at a time, so that no statement sorts everything. An email
-- whose links never changed says where its clicks led.
do $$
declare
  low bigint := 0;
  high bigint;
  last bigint := coalesce((select max(id) from send_log), 0);
begin
  while low < last loop
    high := low + 200000;
    update tracking_hits h set link_set = k.id, link_number = h.link
    from send_log s join (
      select email_id, min(id) as id, max(cardinality(urls)) as links from email_links
      group by email_id having count(*) = 1) k on k.email_id = s.email_id
    where h.send_id = s.id and h.send_id > low and h.send_id <= high
      and h.kind = 'click' and h.link >= 0 and h.link < k.links;
    insert into figure_quarters as q
    select date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00Z') as quarter, s.source_kind,
      coalesce(s.source_id, 0), coalesce(s.step_id, 0), s.email_id, coalesce(s.provider, ''),
      f.link_set, f.link_number,
      count(*) filter (where f.figure = 'sent'), count(*) filter (where f.figure = 'delivered'),
      count(*) filter (where f.figure = 'opened'), count(*) filter (where f.figure = 'clicked'),
      count(*) filter (where f.figure = 'bounced'), count(*) filter (where f.figure = 'complained'),
      count(*) filter (where f.figure = 'unsubscribed'), count(*) filter (where f.figure = 'failed'),
      count(*) filter (where f.figure = 'skipped'), 0
    from send_log s join (
      select id as send_id, status as figure, ended_at as at, 0::bigint as link_set, 0 as link_number
      from send_log where id > low and id <= high and status in ('sent', 'failed', 'skipped')
      union all
      select send_id, case when kind in ('delivered', 'complained') then kind else 'bounced' end,
        (array_agg(occurred_at order by id))[1], 0, 0
      from send_feedback where send_id > low and send_id <= high group by 1, 2
      union all
      select send_id, case kind when 'open' then 'opened' else 'clicked' end, min(occurred_at), 0, 0
      from tracking_hits where send_id > low and send_id <= high and verdict = 'human' group by 1, 2
      union all
      select send_id, 'clicked', min(occurred_at), link_set, link_number
      from tracking_hits
      where send_id > low and send_id <= high and verdict = 'human' and kind = 'click' and link_set is not null
      group by send_id, link_set, link_number
      union all
      select send_id, 'unsubscribed', (array_agg(unsubscribed_at order by id))[1], 0, 0
      from unsubscribes where send_id > low and send_id <= high group by 1) f on f.send_id = s.id
    where s.id > low and s.id <= high and s.source_kind <> 'test'
    group by quarter, s.source_kind, coalesce(s.source_id, 0), coalesce(s.step_id, 0), s.email_id,
      coalesce(s.provider, ''), f.link_set, f.link_number
    on conflict (email_id, quarter_at, source_kind, source_id, step_id, provider, link_set, link_number)
    do update set sent = q.sent + excluded.sent, delivered = q.delivered + excluded.delivered,
      opened = q.opened + excluded.opened, clicked = q.clicked + excluded.clicked,
      bounced = q.bounced + excluded.bounced, complained = q.complained + excluded.complained,
      unsubscribed = q.unsubscribed + excluded.unsubscribed, failed = q.failed + excluded.failed,
      skipped = q.skipped + excluded.skipped;
    low := high;
  end loop;
end $$;

insert into figure_waits (send_id, quarter_at, link_set, link_number, figure, count)
select f.send_id, date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00Z'), 0, 0, f.figure, 1
from (
  select send_id, case when kind in ('delivered', 'complained') then kind else 'bounced' end as figure,
    (array_agg(occurred_at order by id))[1] as at
  from send_feedback f where exists (select from sends s where s.id = f.send_id) group by 1, 2
  union all
  select send_id, case kind when 'open' then 'opened' else 'clicked' end, min(occurred_at)
  from tracking_hits h where verdict = 'human' and exists (select from sends s where s.id = h.send_id)
  group by 1, 2
  union all
  select send_id, 'unsubscribed', (array_agg(unsubscribed_at order by id))[1]
  from unsubscribes u where exists (select from sends s where s.id = u.send_id) group by 1) f;
