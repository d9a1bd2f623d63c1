-- Figures of mail since the beginning, by which broadcasts, steps and emails show theirs (COUNT-01).

create table figure_totals (
  source_kind text collate "C" not null,
  source_id bigint not null,
  step_id integer not null,
  email_id bigint not null,
  link_set bigint not null,
  link_number integer not null,
  sent bigint not null,
  delivered bigint not null,
  opened bigint not null,
  clicked bigint not null,
  bounced bigint not null,
  complained bigint not null,
  unsubscribed bigint not null,
  failed bigint not null,
  skipped bigint not null,
  converted bigint not null,
  primary key (email_id, source_kind, source_id, step_id, link_set, link_number),
  constraint figure_totals_source_kind_check check (source_kind in ('flow', 'sequence', 'broadcast'))
) with (fillfactor = 80);
create index figure_totals_source_kind_source_id_idx on figure_totals (source_kind, source_id)
  where link_set = 0;
comment on table figure_totals is 'figure_quarters added up over all time, without providers: what broadcasts, steps and emails show. Written with figure_days; never made again, since it has no days.';
comment on index figure_totals_source_kind_source_id_idx is 'Figures of a source, without those of links.';

comment on column figure_totals.source_kind is 'As in figure_changes.';
comment on column figure_totals.source_id is 'As in figure_changes. No foreign key: figures outlive it.';
comment on column figure_totals.step_id is 'As in figure_changes. No foreign key: figures outlive it.';
comment on column figure_totals.email_id is 'The email. No foreign key: figures outlive it.';
comment on column figure_totals.link_set is 'As in figure_changes.';
comment on column figure_totals.link_number is 'As in figure_changes.';
comment on column figure_totals.sent is 'Mails that the provider accepted.';
comment on column figure_totals.delivered is 'Mails that the provider reported as arrived.';
comment on column figure_totals.opened is 'Mails that a person opened.';
comment on column figure_totals.clicked is 'Mails in which a person clicked; with link_set, clicked this link.';
comment on column figure_totals.bounced is 'Mails that bounced.';
comment on column figure_totals.complained is 'Mails that were reported as spam.';
comment on column figure_totals.unsubscribed is 'Mails by whose link somebody left.';
comment on column figure_totals.failed is 'Mails that failed, and were not sent again since.';
comment on column figure_totals.skipped is 'Mails that a rule stopped.';
comment on column figure_totals.converted is 'Mails whose person reached a goal.';

-- Conversions of a source were read by it.
drop index figure_days_source_kind_source_id_idx;

-- One pass over the quarters; what no round has added to them yet is in figure_changes.
insert into figure_totals
select source_kind, source_id, step_id, email_id, link_set, link_number,
  sum(sent), sum(delivered), sum(opened), sum(clicked), sum(bounced), sum(complained),
  sum(unsubscribed), sum(failed), sum(skipped), sum(converted)
from figure_quarters
group by source_kind, source_id, step_id, email_id, link_set, link_number;
