-- Sign-up forms (FORM-01): what a visitor is asked, and what a confirmed sign-up writes.
create table forms (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  purpose text not null,
  -- json, not jsonb: the order of keys and of fields is kept.
  fields json not null,
  consent_text text not null,
  tags text[] not null,
  set_fields json not null,
  double_opt_in boolean not null,
  confirm_email_id bigint references emails,
  redirect_url text,
  allowed_origins text[] not null,
  enabled boolean not null,
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index forms_confirm_email_id_idx on forms (confirm_email_id) where confirm_email_id is not null;

comment on table forms is 'Sign-up forms with a hosted page.';
comment on column forms.id is 'Primary key.';
comment on column forms.key is 'Chosen by the author; part of the address of the page.';
comment on column forms.name is 'The headline of the page.';
comment on column forms.purpose is 'What the consent is for: marketing, or the id of a preference toggle.';
comment on column forms.fields is 'What a visitor is asked besides the address: name, label, type, options, required. json, not jsonb: order is kept.';
comment on column forms.consent_text is 'The words that the visitor agrees to; blank where the page shows none.';
comment on column forms.tags is 'Given on confirmation.';
comment on column forms.set_fields is 'Custom fields set on confirmation, by key.';
comment on column forms.double_opt_in is 'Whether a mailed link has to be confirmed before anything is stored of somebody.';
comment on column forms.confirm_email_id is 'The transactional email with the link; null for the built-in one.';
comment on column forms.redirect_url is 'Where the visitor lands once confirmed; null for a page that says so.';
comment on column forms.allowed_origins is 'Sites that may embed the page and post to the form.';
comment on column forms.enabled is 'A disabled form has no page and takes no sign-ups; links that were mailed still work.';
comment on column forms.revision is 'Counts the changes of the form.';
comment on column forms.created_at is 'When it was made.';
comment on column forms.updated_at is 'When it was last changed.';

create trigger forms_revision before update or delete on forms
  for each row execute function grow_revision();
create trigger forms_created after insert on forms
  for each row execute function note_change('forms');
create trigger forms_updated after update on forms
  for each row when (old.revision <> new.revision) execute function note_change('forms');
create trigger forms_deleted before delete on forms
  for each row execute function note_change('forms');
create trigger forms_restored before insert on forms
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();

-- What forms name stays, as what guards name does (SAFE-18).
alter table record_references
  add column form_id bigint references forms on delete cascade,
  drop constraint record_references_check,
  add constraint record_references_check check (
    num_nonnulls(flow_id, segment_id, guard_id, form_id, toggle) = 1
    and num_nonnulls(record_id, record_key) = 1);
create index record_references_form_id_idx on record_references (form_id) where form_id is not null;
comment on column record_references.form_id is 'The form that names it.';
comment on table record_references is
  'The records that flows, segments, guards, forms and preference toggles name. Written with their texts. Exactly one of their columns is set, and one of record_id and record_key.';

