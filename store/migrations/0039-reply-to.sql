alter table profile add column reply_to text;
comment on column profile.reply_to is 'Where answers to mail go; null means the sender.';
alter table emails add column reply_to text;
comment on column emails.reply_to is 'Where answers to this email go; null means the address of the profile.';
