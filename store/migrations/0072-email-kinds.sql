-- Transactional emails answer an act of their reader, so they carry no link to unsubscribe and pass by
-- unsubscribes, guards and send windows.

alter table emails add column kind text collate "C" not null default 'marketing';
alter table emails add constraint emails_kind_check check (kind in ('marketing', 'transactional'));
comment on column emails.kind is 'marketing can be left by its readers; transactional answers an act of its reader, and only flows and messages send it.';

alter table draft_tests add column kind text collate "C" not null default 'marketing';
alter table draft_tests add constraint draft_tests_kind_check check (kind in ('marketing', 'transactional'));
comment on column draft_tests.kind is 'As in emails, of the draft.';
