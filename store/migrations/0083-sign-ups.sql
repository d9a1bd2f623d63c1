-- Sign-ups that wait for their confirmation (FORM-07): apart from people, of whom nothing is written before.
create table sign_ups (
  id bigint generated always as identity primary key,
  nonce text not null unique,
  form_id bigint not null references forms on delete cascade,
  address text collate "C" not null,
  answers json not null,
  is_single boolean not null,
  language text not null check (language in ('en', 'de', 'es', 'fr', 'nl', 'pt')),
  wording text not null,
  purpose text not null,
  ip text,
  user_agent text,
  send_id bigint not null,
  due_at timestamptz,
  attempts integer not null default 0,
  mailed_at timestamptz,
  last_error text,
  confirmed_at timestamptz,
  created_at timestamptz not null
);
create index sign_ups_due_at_idx on sign_ups (due_at) where due_at is not null;
create index sign_ups_address_idx on sign_ups (address);
create index sign_ups_form_id_idx on sign_ups (form_id);
create index sign_ups_created_at_idx on sign_ups (created_at);

comment on table sign_ups is 'Sign-ups by forms that wait for their confirmation. They are no people: of nobody who has not confirmed is anything else written. Rows go after 30 days.';
comment on column sign_ups.id is 'Primary key.';
comment on column sign_ups.nonce is 'Random; the mailed token is this with a MAC of the secret key, so that the table alone opens nothing.';
comment on column sign_ups.form_id is 'The form; its sign-ups go with it.';
comment on column sign_ups.address is 'The address as it was entered, in its canonical form.';
comment on column sign_ups.answers is 'What was answered: first_name, last_name and custom fields. json, as it is read whole.';
comment on column sign_ups.is_single is 'Signed up without a confirmation, by a form that may: written by the lane, for strangers only.';
comment on column sign_ups.language is 'Of the visitor, for the built-in mail.';
comment on column sign_ups.wording is 'The words that the visitor saw.';
comment on column sign_ups.purpose is 'What the consent is for.';
comment on column sign_ups.ip is 'Of the visitor, by the setting privacy.store_ip.';
comment on column sign_ups.user_agent is 'Of the visitor, by the setting privacy.store_ip.';
comment on column sign_ups.send_id is 'Number of the mail. No foreign key: it is drawn from the ids of sends, and no send has it, so that what a provider reports about the mail concerns nobody.';
comment on column sign_ups.due_at is 'When the mail is to be sent, or a claim of it expires; null once there is nothing to do.';
comment on column sign_ups.attempts is 'How often the mail was handed over.';
comment on column sign_ups.mailed_at is 'When the provider accepted the mail.';
comment on column sign_ups.last_error is 'Why the last attempt failed.';
comment on column sign_ups.confirmed_at is 'When the link was confirmed.';
comment on column sign_ups.created_at is 'When the form was sent.';

-- What limits count, and proofs of work that were used. Marks are MACs: they name nobody.
create table sign_up_marks (
  id bigint generated always as identity primary key,
  kind text collate "C" not null check (kind in ('mail', 'post', 'proof')),
  digest text not null,
  counted_at timestamptz not null
);
create index sign_up_marks_kind_digest_counted_at_idx on sign_up_marks (kind, digest, counted_at);
create unique index sign_up_marks_digest_idx on sign_up_marks (digest) where kind = 'proof';
create index sign_up_marks_counted_at_idx on sign_up_marks (counted_at);

comment on table sign_up_marks is 'What the limits of sign-ups count in every process. Rows go after a day.';
comment on column sign_up_marks.id is 'Primary key.';
comment on column sign_up_marks.kind is 'mail: a confirmation mail to an address; post: a post of the page from a network; proof: a proof of work that was used.';
comment on column sign_up_marks.digest is 'MAC of the address or network, or the proof.';
comment on column sign_up_marks.counted_at is 'When it happened; of a mail, when it is due.';
