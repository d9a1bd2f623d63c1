-- An email has its words in other languages too (clause LANG-01). Its compile holds them all under one
-- version, so that what is queued, sent and counted names one email.

alter table emails add translations json not null default '{}';
comment on column emails.translations is 'Subject, pre-header and body by language tag (BCP 47); what one does not say is that of the email.';
