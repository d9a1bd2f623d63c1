-- Edits that are kept beside what is live until they are published (STAGE-01). Nothing that sends reads
-- flow_drafts and email_drafts: a test of a draft takes a compile of its own with it.

alter table api_tokens drop constraint api_tokens_scope_check;
alter table api_tokens add constraint api_tokens_scope_check check (scope in ('read', 'draft', 'write'));
comment on column api_tokens.scope is
  'read allows reading only; draft also keeps drafts and dry-runs writes; write allows every operation.';

create table flow_drafts (
  flow_id bigint primary key references flows on delete cascade,
  definition json not null,
  base_revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table flow_drafts is 'Definitions that operators keep beside the live one of a flow until they publish them.';
comment on column flow_drafts.flow_id is 'The flow; it has one draft at most.';
comment on column flow_drafts.definition is 'The definition as it would be saved; json keeps the order of keys.';
comment on column flow_drafts.base_revision is
  'Revision of the flow on which the draft was begun; it is published only while the flow has it.';
comment on column flow_drafts.created_at is 'When the draft was begun.';
comment on column flow_drafts.updated_at is 'When the draft was last saved.';

create table email_drafts (
  email_id bigint primary key references emails on delete cascade,
  content jsonb not null,
  base_revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table email_drafts is 'Edits that operators keep beside the live content of an email until they publish them.';
comment on column email_drafts.email_id is 'The email; it has one draft at most.';
comment on column email_drafts.content is
  'The fields of the edit as the API takes them; those that are left out are the email''s own.';
comment on column email_drafts.base_revision is
  'Revision of the email on which the draft was begun; it is published only while the email has it.';
comment on column email_drafts.created_at is 'When the draft was begun.';
comment on column email_drafts.updated_at is 'When the draft was last saved.';

create table draft_tests (
  send_id bigint primary key,
  from_address text,
  compiled bytea,
  created_at timestamptz not null
);
create index draft_tests_created_at_idx on draft_tests (created_at) where compiled is not null;
comment on index draft_tests_created_at_idx is 'Compiles that are to be forgotten.';
comment on table draft_tests is
  'Test sends of drafts, with what they send; in the queue or the log they are sends of the email.';
comment on column draft_tests.send_id is
  'The send, in the queue or in the log. No foreign key: the send moves from one to the other.';
comment on column draft_tests.from_address is 'Sender of the draft; null for the default of the profile.';
comment on column draft_tests.compiled is
  'The compiled draft, packed as in email_compiles; null once it is forgotten, and no retry can send it.';
comment on column draft_tests.created_at is 'When the test was made.';
