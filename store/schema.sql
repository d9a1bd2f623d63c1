-- Generated from the migrations by test/store/platform/schema.test.ts with UPDATE_GOLDEN=1.

create table api_tokens (
  id bigint generated always as identity not null,
  name text not null,
  scope text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint api_tokens_hash_key UNIQUE (hash),
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text])))
);

create table broadcasts (
  id bigint generated always as identity not null,
  name text not null,
  status text default 'draft'::text not null,
  segment_id bigint,
  email_source text not null,
  email_id bigint not null,
  emails_per_hour integer,
  send_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  pace integer,
  filled_to bigint default 0 not null,
  fill_through bigint,
  next_due timestamp with time zone,
  recipients bigint,
  clearing boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint broadcasts_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(id),
  constraint broadcasts_email_source_check CHECK ((email_source = ANY (ARRAY['scratch'::text, 'copy'::text]))),
  constraint broadcasts_pkey PRIMARY KEY (id),
  constraint broadcasts_segment_id_fkey FOREIGN KEY (segment_id) REFERENCES segments(id) ON DELETE SET NULL,
  constraint broadcasts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'canceled'::text])))
);
CREATE INDEX broadcasts_clearing ON public.broadcasts USING btree (id) WHERE clearing;
CREATE INDEX broadcasts_due ON public.broadcasts USING btree (send_at, id) WHERE (status = 'scheduled'::text);
CREATE INDEX broadcasts_email ON public.broadcasts USING btree (email_id);
CREATE INDEX broadcasts_segment ON public.broadcasts USING btree (segment_id);
CREATE INDEX broadcasts_sending ON public.broadcasts USING btree (id) WHERE (status = 'sending'::text);

create table components (
  id bigint generated always as identity not null,
  key text not null,
  name text not null,
  html text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint components_key_key UNIQUE (key),
  constraint components_pkey PRIMARY KEY (id)
);

create table content_references (
  email_id bigint,
  layout_id bigint,
  component_id bigint,
  kind text not null,
  key text not null,
  constraint content_references_check CHECK ((num_nonnulls(email_id, layout_id, component_id) = 1)),
  constraint content_references_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE,
  constraint content_references_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(id) ON DELETE CASCADE,
  constraint content_references_kind_check CHECK ((kind = ANY (ARRAY['component'::text, 'theme'::text]))),
  constraint content_references_layout_id_fkey FOREIGN KEY (layout_id) REFERENCES layouts(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX content_references_component ON public.content_references USING btree (component_id, kind, key) WHERE (component_id IS NOT NULL);
CREATE UNIQUE INDEX content_references_email ON public.content_references USING btree (email_id, kind, key) WHERE (email_id IS NOT NULL);
CREATE INDEX content_references_key ON public.content_references USING btree (kind, key, email_id);
CREATE UNIQUE INDEX content_references_layout ON public.content_references USING btree (layout_id, kind, key) WHERE (layout_id IS NOT NULL);

create table email_compiles (
  email_id bigint not null,
  version bigint not null,
  compiled bytea not null,
  compiled_at timestamp with time zone not null,
  constraint email_compiles_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(id) ON DELETE CASCADE,
  constraint email_compiles_pkey PRIMARY KEY (email_id)
);

create table email_engagements (
  person_id bigint not null,
  email_id bigint not null,
  kind smallint not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint email_engagements_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(id) ON DELETE CASCADE,
  constraint email_engagements_kind_check CHECK ((kind = ANY (ARRAY[0, 1]))),
  constraint email_engagements_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint email_engagements_pkey PRIMARY KEY (person_id, kind, email_id)
);
CREATE INDEX email_engagements_email ON public.email_engagements USING btree (kind, email_id, last_at) INCLUDE (person_id);

create table email_links (
  id bigint generated always as identity not null,
  email_id bigint not null,
  digest bytea not null,
  urls text[] not null,
  constraint email_links_email_id_digest_key UNIQUE (email_id, digest),
  constraint email_links_pkey PRIMARY KEY (id)
);

create table emails (
  id bigint generated always as identity not null,
  title text,
  subject text default ''::text not null,
  pre_header text default ''::text not null,
  from_address text,
  body_markdown text default ''::text not null,
  labels text[] default '{}'::text[] not null,
  layout_id bigint,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  name text default COALESCE(title, NULLIF(btrim(subject, ' 	
                 　﻿'::text), ''::text), ('Email '::text || (id)::text)) not null,
  tracking boolean default true not null,
  constraint emails_layout_id_fkey FOREIGN KEY (layout_id) REFERENCES layouts(id),
  constraint emails_pkey PRIMARY KEY (id)
);
CREATE INDEX emails_layout ON public.emails USING btree (layout_id);

create table event_keys (
  idempotency_key text not null,
  event_id bigint not null,
  constraint event_keys_pkey PRIMARY KEY (idempotency_key)
);

create table event_types (
  id integer generated always as identity not null,
  name text not null,
  count bigint default 0 not null,
  sources text[] default '{}'::text[] not null,
  shape jsonb default '{}'::jsonb not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  constraint event_types_name_key UNIQUE (name),
  constraint event_types_pkey PRIMARY KEY (id)
);

create table events (
  id bigint generated by default as identity not null,
  person_id bigint not null,
  type_id integer not null,
  details jsonb default '{}'::jsonb not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  source text not null,
  historical boolean default false not null,
  constraint events_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_type_id_fkey FOREIGN KEY (type_id) REFERENCES event_types(id)
);
CREATE INDEX events_occurred ON public.events USING btree (occurred_at);
CREATE INDEX events_person ON public.events USING btree (person_id, type_id, occurred_at);
CREATE INDEX events_type ON public.events USING btree (type_id, occurred_at) INCLUDE (person_id);

create table fields (
  key text not null,
  name text not null,
  type text not null,
  active boolean default true not null,
  created_at timestamp with time zone not null,
  used boolean default false not null,
  constraint fields_pkey PRIMARY KEY (key),
  constraint fields_type_check CHECK ((type = ANY (ARRAY['string'::text, 'number'::text, 'boolean'::text, 'date'::text])))
);

create table flow_emails (
  flow_id bigint not null,
  place integer not null,
  email_id bigint not null,
  handle text not null,
  constraint flow_emails_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES flows(id) ON DELETE CASCADE,
  constraint flow_emails_pkey PRIMARY KEY (flow_id, place)
);
CREATE INDEX flow_emails_email ON public.flow_emails USING btree (email_id);

create table flow_sequences (
  flow_id bigint not null,
  sequence_id bigint not null,
  constraint flow_sequences_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES flows(id) ON DELETE CASCADE,
  constraint flow_sequences_pkey PRIMARY KEY (flow_id, sequence_id)
);
CREATE INDEX flow_sequences_sequence ON public.flow_sequences USING btree (sequence_id);

create table flow_versions (
  id bigint generated always as identity not null,
  flow_id bigint not null,
  number integer not null,
  kind text not null,
  name text default ''::text not null,
  description text default ''::text not null,
  definition json not null,
  created_at timestamp with time zone not null,
  step_count integer,
  constraint flow_versions_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES flows(id) ON DELETE CASCADE,
  constraint flow_versions_flow_id_number_key UNIQUE (flow_id, number),
  constraint flow_versions_kind_check CHECK ((kind = ANY (ARRAY['checkpoint'::text, 'activation'::text]))),
  constraint flow_versions_pkey PRIMARY KEY (id)
);

create table flows (
  id bigint generated always as identity not null,
  key text not null,
  name text not null,
  labels text[] default '{}'::text[] not null,
  run_policy text not null,
  status text not null,
  definition json not null,
  version bigint default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint flows_key_key UNIQUE (key),
  constraint flows_pkey PRIMARY KEY (id),
  constraint flows_run_policy_check CHECK ((run_policy = ANY (ARRAY['single_run'::text, 'repeat'::text]))),
  constraint flows_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'live'::text, 'paused'::text])))
);

create table gate_checks (
  id bigint generated always as identity not null,
  flow_id bigint not null,
  step_id integer not null,
  after_run bigint default 0 not null,
  created_at timestamp with time zone not null,
  constraint gate_checks_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES flows(id) ON DELETE CASCADE,
  constraint gate_checks_pkey PRIMARY KEY (id)
);
CREATE INDEX gate_checks_flow ON public.gate_checks USING btree (flow_id);

create table guards (
  id bigint generated always as identity not null,
  key text not null,
  name text not null,
  condition json not null,
  labels text[] default '{}'::text[] not null,
  enabled boolean default true not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint guards_key_key UNIQUE (key),
  constraint guards_pkey PRIMARY KEY (id)
);

create table idempotency_keys (
  actor text not null,
  key text not null,
  operation text not null,
  request_hash bytea not null,
  response bytea,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (actor, key)
);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);

create table import_chunks (
  import_id bigint not null,
  number integer not null,
  rows text,
  ordered boolean not null,
  created integer default 0 not null,
  updated integer default 0 not null,
  repeated integer default 0 not null,
  invalid integer default 0 not null,
  constraint import_chunks_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_chunks_pkey PRIMARY KEY (import_id, number)
);
CREATE INDEX import_chunks_waiting ON public.import_chunks USING btree (import_id, number) WHERE (rows IS NOT NULL);

create table import_errors (
  import_id bigint not null,
  row bigint not null,
  column_name text,
  message text not null,
  excerpt text not null,
  constraint import_errors_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_errors_pkey PRIMARY KEY (import_id, "row")
);

create table imports (
  id bigint generated always as identity not null,
  status text default 'receiving'::text not null,
  format text not null,
  trigger boolean not null,
  tags text[] not null,
  columns jsonb default '[]'::jsonb not null,
  new_fields jsonb default '[]'::jsonb not null,
  rows bigint default 0 not null,
  created bigint default 0 not null,
  updated bigint default 0 not null,
  repeated bigint default 0 not null,
  invalid bigint default 0 not null,
  reason text,
  heard_at timestamp with time zone default clock_timestamp() not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['receiving'::text, 'working'::text, 'done'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX imports_open ON public.imports USING btree (id) WHERE (status = ANY (ARRAY['receiving'::text, 'working'::text]));

create table instance (
  only_row boolean default true not null,
  secret_key bytea,
  name text default ''::text not null,
  timezone text default 'America/New_York'::text not null,
  default_from_address text default 'postroad@localhost'::text not null,
  base_url text,
  starter_loaded_at timestamp with time zone,
  flows_version bigint default 0 not null,
  test_now timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  preview_person_id bigint,
  guards_version bigint default 0 not null,
  tracking boolean default true not null,
  judged_by smallint default 0 not null,
  judged_to bigint,
  renewals_scanned_at timestamp with time zone default now() not null,
  constraint instance_only_row_check CHECK (only_row),
  constraint instance_pkey PRIMARY KEY (only_row),
  constraint instance_preview_person_id_fkey FOREIGN KEY (preview_person_id) REFERENCES people(id) ON DELETE SET NULL
);

create table key_fingerprints (
  fingerprint bytea not null,
  first_used_at timestamp with time zone not null,
  constraint key_fingerprints_pkey PRIMARY KEY (fingerprint)
);

create table layouts (
  id bigint generated always as identity not null,
  name text not null,
  html text not null,
  css text default ''::text not null,
  theme_id bigint,
  is_default boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint layouts_pkey PRIMARY KEY (id),
  constraint layouts_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES themes(id)
);
CREATE UNIQUE INDEX layouts_default ON public.layouts USING btree (is_default) WHERE is_default;
CREATE INDEX layouts_theme ON public.layouts USING btree (theme_id) WHERE (theme_id IS NOT NULL);

create table leases (
  token uuid not null,
  process text not null,
  expires_at timestamp with time zone not null,
  constraint leases_pkey PRIMARY KEY (token)
);

create table migrations (
  number integer not null,
  name text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (number)
);

create table notes (
  id bigint generated always as identity not null,
  person_id bigint not null,
  body text not null,
  author text not null,
  created_at timestamp with time zone not null,
  constraint notes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint notes_pkey PRIMARY KEY (id)
);
CREATE INDEX notes_person ON public.notes USING btree (person_id, created_at, id);

create table opt_outs (
  person_id bigint not null,
  held boolean not null,
  change uuid default gen_random_uuid() not null,
  status smallint default 0 not null,
  attempts smallint default 0 not null,
  due_at timestamp with time zone not null,
  last_error text,
  created_at timestamp with time zone not null,
  constraint opt_outs_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint opt_outs_pkey PRIMARY KEY (person_id),
  constraint opt_outs_status_check CHECK ((status = ANY (ARRAY[0, 1])))
);
CREATE INDEX opt_outs_due ON public.opt_outs USING btree (due_at, person_id) WHERE (status = 0);

create table payments (
  id bigint generated always as identity not null,
  person_id bigint not null,
  kind smallint not null,
  external_id text,
  product_id integer,
  amount_cents bigint not null,
  occurred_at timestamp with time zone not null,
  event_id bigint,
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY[0, 1, 2]))),
  constraint payments_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE UNIQUE INDEX payments_paid ON public.payments USING btree (external_id) WHERE ((external_id IS NOT NULL) AND (kind = ANY (ARRAY[0, 1])));
CREATE INDEX payments_person ON public.payments USING btree (person_id) INCLUDE (kind, amount_cents);
CREATE INDEX payments_product ON public.payments USING btree (product_id, person_id, occurred_at) INCLUDE (kind) WHERE (product_id IS NOT NULL);
CREATE UNIQUE INDEX payments_refunded ON public.payments USING btree (external_id) WHERE ((external_id IS NOT NULL) AND (kind = 2));

create table people (
  id bigint generated always as identity not null,
  email text not null,
  first_name text,
  last_name text,
  fields jsonb default '{}'::jsonb not null,
  tag_ids integer[] default '{}'::integer[] not null,
  external_id text,
  timezone text,
  subscribed_on date not null,
  unsubscribed_at timestamp with time zone,
  unsubscribe_reason text,
  hard_bounced_at timestamp with time zone,
  complained_at timestamp with time zone,
  attribution jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint people_email_key UNIQUE (email),
  constraint people_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX people_external_id ON public.people USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX people_fields ON public.people USING gin (fields jsonb_path_ops);
CREATE INDEX people_first_name ON public.people USING btree (lower(first_name) COLLATE "C") WHERE (first_name IS NOT NULL);
CREATE INDEX people_last_name ON public.people USING btree (lower(last_name) COLLATE "C") WHERE (last_name IS NOT NULL);
CREATE INDEX people_tags ON public.people USING gin (tag_ids);

create table products (
  id integer generated always as identity not null,
  key text not null,
  name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint products_key_key UNIQUE (key),
  constraint products_pkey PRIMARY KEY (id)
);

create table recompiles (
  subject text not null,
  subject_id bigint not null,
  mark bigint not null,
  total bigint not null,
  constraint recompiles_pkey PRIMARY KEY (subject, subject_id),
  constraint recompiles_subject_check CHECK ((subject = ANY (ARRAY['theme'::text, 'layout'::text, 'component'::text])))
);

create table renewal_occurrences (
  run_id bigint not null,
  flow_id bigint not null,
  subscription_id bigint not null,
  renewal_at timestamp with time zone not null,
  renewal_day integer not null,
  target_at timestamp with time zone not null,
  days_before smallint not null,
  sent_at timestamp with time zone,
  constraint renewal_occurrences_pkey PRIMARY KEY (run_id),
  constraint renewal_occurrences_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX renewal_occurrences_at ON public.renewal_occurrences USING btree (subscription_id, flow_id, renewal_at);
CREATE UNIQUE INDEX renewal_occurrences_day ON public.renewal_occurrences USING btree (subscription_id, flow_id, renewal_day);

create table run_steps (
  id bigint generated always as identity not null,
  run_id bigint not null,
  step_id integer,
  outcome text not null,
  arm text,
  reason text,
  at timestamp with time zone not null,
  constraint run_steps_pkey PRIMARY KEY (id)
);
CREATE INDEX run_steps_run ON public.run_steps USING btree (run_id);

create table runs (
  id bigint generated always as identity not null,
  flow_id bigint not null,
  person_id bigint not null,
  event_id bigint,
  step_id integer,
  waiting boolean default false not null,
  status smallint default 0 not null,
  due_at timestamp with time zone,
  reason text,
  once boolean not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  arrived_at timestamp with time zone,
  after_event bigint,
  wait_event text,
  wait_condition boolean default false not null,
  chain smallint default 0 not null,
  subscription_id bigint,
  constraint runs_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES flows(id),
  constraint runs_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint runs_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX runs_active ON public.runs USING btree (flow_id, person_id) WHERE ((ended_at IS NULL) AND (subscription_id IS NULL));
CREATE UNIQUE INDEX runs_bound_active ON public.runs USING btree (flow_id, subscription_id) WHERE ((ended_at IS NULL) AND (subscription_id IS NOT NULL));
CREATE UNIQUE INDEX runs_bound_once ON public.runs USING btree (flow_id, subscription_id) WHERE (once AND (subscription_id IS NOT NULL));
CREATE INDEX runs_completed ON public.runs USING btree (flow_id, person_id) WHERE (status = 1);
CREATE INDEX runs_due ON public.runs USING btree (due_at, id) WHERE ((status = 0) AND (due_at IS NOT NULL));
CREATE INDEX runs_flow ON public.runs USING btree (flow_id, status, id);
CREATE INDEX runs_inside ON public.runs USING btree (flow_id, step_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX runs_once ON public.runs USING btree (flow_id, person_id) WHERE (once AND (subscription_id IS NULL));
CREATE INDEX runs_person ON public.runs USING btree (person_id);
CREATE INDEX runs_turn ON public.runs USING btree (flow_id, due_at, id) WHERE ((status = 0) AND (due_at IS NOT NULL));
CREATE INDEX runs_wait_condition ON public.runs USING btree (person_id) WHERE wait_condition;
CREATE INDEX runs_wait_event ON public.runs USING btree (person_id, flow_id, step_id) WHERE (wait_event IS NOT NULL);

create table segments (
  id bigint generated always as identity not null,
  key text not null,
  name text not null,
  description text default ''::text not null,
  definition json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint segments_key_key UNIQUE (key),
  constraint segments_pkey PRIMARY KEY (id)
);

create table send_feedback (
  id bigint generated always as identity not null,
  send_id bigint not null,
  kind smallint not null,
  provider text not null,
  at timestamp with time zone not null,
  details jsonb default '{}'::jsonb not null,
  constraint send_feedback_kind_check CHECK (((kind >= 0) AND (kind <= 5))),
  constraint send_feedback_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX send_feedback_once ON public.send_feedback USING btree (send_id, kind) WHERE (kind < 4);
CREATE INDEX send_feedback_send ON public.send_feedback USING btree (send_id, kind);

create table send_log (
  id bigint not null,
  person_id bigint,
  email_id bigint not null,
  source_kind smallint not null,
  source_id bigint,
  step_id integer,
  run_id bigint,
  status smallint not null,
  attempts smallint not null,
  provider text,
  provider_id text,
  reason text,
  due_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  constraint send_log_pkey PRIMARY KEY (id)
);
CREATE INDEX send_log_email ON public.send_log USING btree (email_id, ended_at);
CREATE INDEX send_log_person ON public.send_log USING btree (person_id, email_id);
CREATE INDEX send_log_received ON public.send_log USING btree (person_id, ended_at) INCLUDE (email_id) WHERE ((status = 5) AND (source_kind <> 3));
CREATE INDEX send_log_shown ON public.send_log USING btree (status, id);
CREATE INDEX send_log_source ON public.send_log USING btree (source_kind, source_id, ended_at);

create table sends (
  id bigint generated always as identity not null,
  person_id bigint not null,
  email_id bigint not null,
  source_kind smallint not null,
  source_id bigint,
  step_id integer,
  run_id bigint,
  event_id bigint,
  status smallint default 0 not null,
  due_at timestamp with time zone not null,
  attempts smallint default 0 not null,
  lease_token uuid,
  hold_reason text,
  last_error text,
  created_at timestamp with time zone not null,
  constraint sends_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(id),
  constraint sends_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint sends_pkey PRIMARY KEY (id)
) with (fillfactor=80);
CREATE UNIQUE INDEX sends_broadcast ON public.sends USING btree (source_id, person_id) WHERE (source_kind = 2);
CREATE INDEX sends_due ON public.sends USING btree (due_at, id) WHERE (status = 0);
CREATE INDEX sends_leased ON public.sends USING btree (lease_token) WHERE (status = ANY (ARRAY[1, 2]));
CREATE INDEX sends_person ON public.sends USING btree (person_id);
CREATE INDEX sends_shown ON public.sends USING btree (status, due_at, id);
CREATE INDEX sends_source ON public.sends USING btree (source_kind, source_id) WHERE (status = ANY (ARRAY[0, 1, 3]));
CREATE INDEX sends_windowed ON public.sends USING btree (due_at, id) WHERE ((status = 0) AND (hold_reason IS NOT NULL));

create table sequence_checks (
  id bigint generated always as identity not null,
  sequence_id bigint not null,
  after_run bigint default 0 not null,
  created_at timestamp with time zone not null,
  constraint sequence_checks_pkey PRIMARY KEY (id),
  constraint sequence_checks_sequence_id_fkey FOREIGN KEY (sequence_id) REFERENCES sequences(id) ON DELETE CASCADE
);
CREATE INDEX sequence_checks_sequence ON public.sequence_checks USING btree (sequence_id);

create table sequence_runs (
  id bigint generated always as identity not null,
  sequence_id bigint not null,
  person_id bigint not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  taken integer[] default '{}'::integer[] not null,
  moved_at timestamp with time zone not null,
  next_step_id integer,
  send_id bigint,
  due_at timestamp with time zone,
  chain smallint default 0 not null,
  constraint sequence_runs_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint sequence_runs_pkey PRIMARY KEY (id),
  constraint sequence_runs_sequence_id_fkey FOREIGN KEY (sequence_id) REFERENCES sequences(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sequence_runs_active ON public.sequence_runs USING btree (sequence_id, person_id) WHERE (finished_at IS NULL);
CREATE INDEX sequence_runs_finished ON public.sequence_runs USING btree (sequence_id, finished_at) INCLUDE (person_id) WHERE (finished_at IS NOT NULL);
CREATE INDEX sequence_runs_inside ON public.sequence_runs USING btree (sequence_id, next_step_id, id) WHERE (finished_at IS NULL);
CREATE INDEX sequence_runs_person ON public.sequence_runs USING btree (person_id, sequence_id, started_at);
CREATE INDEX sequence_runs_started ON public.sequence_runs USING btree (sequence_id, started_at) INCLUDE (person_id);

create table sequence_steps (
  id integer generated always as identity not null,
  sequence_id bigint not null,
  position integer not null,
  delay_amount integer not null,
  delay_unit text not null,
  status text default 'draft'::text not null,
  email_id bigint not null,
  behind integer[] default '{}'::integer[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sequence_steps_delay_amount_check CHECK ((delay_amount >= 0)),
  constraint sequence_steps_delay_unit_check CHECK ((delay_unit = ANY (ARRAY['minutes'::text, 'hours'::text, 'days'::text, 'weeks'::text]))),
  constraint sequence_steps_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(id),
  constraint sequence_steps_pkey PRIMARY KEY (id),
  constraint sequence_steps_position_check CHECK (("position" > 0)),
  constraint sequence_steps_sequence_id_fkey FOREIGN KEY (sequence_id) REFERENCES sequences(id) ON DELETE CASCADE,
  constraint sequence_steps_sequence_id_position_key UNIQUE (sequence_id, "position") DEFERRABLE,
  constraint sequence_steps_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text])))
);
CREATE INDEX sequence_steps_email ON public.sequence_steps USING btree (email_id);

create table sequence_turns (
  id bigint generated always as identity not null,
  sequence_id bigint not null,
  person_id bigint not null,
  at timestamp with time zone not null,
  constraint sequence_turns_pkey PRIMARY KEY (id)
);

create table sequences (
  id bigint generated always as identity not null,
  name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  enabled boolean default false not null,
  repeat_mode text default 'single_run'::text not null,
  description text default ''::text not null,
  constraint sequences_pkey PRIMARY KEY (id),
  constraint sequences_repeat_mode_check CHECK ((repeat_mode = ANY (ARRAY['resend_all'::text, 'once_per_email'::text, 'single_run'::text])))
);

create table settings (
  key text not null,
  value json not null,
  updated_at timestamp with time zone not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table soft_bounces (
  person_id bigint not null,
  count integer not null,
  constraint soft_bounces_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint soft_bounces_pkey PRIMARY KEY (person_id)
);

create table stale_compiles (
  email_id bigint not null,
  mark bigint not null,
  claimed_until timestamp with time zone,
  error text,
  constraint stale_compiles_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(id) ON DELETE CASCADE,
  constraint stale_compiles_pkey PRIMARY KEY (email_id)
);

create table subscriptions (
  id bigint generated always as identity not null,
  person_id bigint not null,
  external_id text,
  product_id integer,
  interval text,
  status text not null,
  renewal_amount_cents bigint,
  next_renewal_at timestamp with time zone,
  cancel_at_period_end boolean default false not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  as_of jsonb default '{}'::jsonb not null,
  constraint subscriptions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text, 'inactive'::text, 'cancelled'::text, 'ended'::text])))
);
CREATE UNIQUE INDEX subscriptions_external ON public.subscriptions USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX subscriptions_person ON public.subscriptions USING btree (person_id, product_id, status);
CREATE INDEX subscriptions_product ON public.subscriptions USING btree (product_id, status) INCLUDE (person_id);
CREATE INDEX subscriptions_product_id ON public.subscriptions USING btree (product_id, id);
CREATE INDEX subscriptions_renewal ON public.subscriptions USING btree (product_id, "interval", next_renewal_at, id);
CREATE INDEX subscriptions_status ON public.subscriptions USING btree (status, id);
CREATE UNIQUE INDEX subscriptions_unnamed ON public.subscriptions USING btree (person_id, product_id) WHERE (external_id IS NULL);

create table suppressions (
  hash bytea not null,
  created_at timestamp with time zone not null,
  constraint suppressions_pkey PRIMARY KEY (hash)
);

create table tags (
  id integer generated always as identity not null,
  name text not null,
  normalized text not null,
  created_at timestamp with time zone not null,
  constraint tags_normalized_key UNIQUE (normalized),
  constraint tags_pkey PRIMARY KEY (id)
);

create table themes (
  id bigint generated always as identity not null,
  key text not null,
  name text not null,
  is_default boolean default false not null,
  variables jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint themes_key_key UNIQUE (key),
  constraint themes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX themes_default ON public.themes USING btree (is_default) WHERE is_default;

create table tracking_hits (
  send_id bigint not null,
  number smallint not null,
  kind smallint not null,
  link bigint,
  at timestamp with time zone not null,
  head boolean not null,
  prefetch boolean not null,
  provider text,
  user_agent text,
  verdict smallint not null,
  constraint tracking_hits_kind_check CHECK ((kind = ANY (ARRAY[0, 1]))),
  constraint tracking_hits_pkey PRIMARY KEY (send_id, number)
);

create table trigger_refusals (
  person_id bigint not null,
  flow_id bigint not null,
  reason smallint not null,
  event_id bigint not null,
  at timestamp with time zone not null,
  count bigint default 1 not null,
  constraint trigger_refusals_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES flows(id) ON DELETE CASCADE,
  constraint trigger_refusals_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint trigger_refusals_pkey PRIMARY KEY (person_id, flow_id, reason),
  constraint trigger_refusals_reason_check CHECK ((reason = ANY (ARRAY[0, 1, 2])))
) with (fillfactor=80);
CREATE INDEX trigger_refusals_flow ON public.trigger_refusals USING btree (flow_id);

create table unsubscribes (
  id bigint generated always as identity not null,
  person_id bigint,
  email_id bigint not null,
  send_id bigint,
  at timestamp with time zone not null,
  constraint unsubscribes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL,
  constraint unsubscribes_pkey PRIMARY KEY (id)
);
CREATE INDEX unsubscribes_email ON public.unsubscribes USING btree (email_id, at);
CREATE INDEX unsubscribes_person ON public.unsubscribes USING btree (person_id);
CREATE INDEX unsubscribes_send ON public.unsubscribes USING btree (send_id);

create table webhook_receipts (
  provider text not null,
  key text not null,
  received_at timestamp with time zone not null,
  constraint webhook_receipts_pkey PRIMARY KEY (provider, key)
);
CREATE INDEX webhook_receipts_received ON public.webhook_receipts USING btree (received_at);
