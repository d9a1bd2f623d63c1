-- Queued mail is counted by email: for publishing a draft, and before an email is deleted for good.
create index sends_email_id_idx on sends (email_id);
comment on index sends_email_id_idx is 'What is queued of an email; also for the foreign key when an email is deleted.';
