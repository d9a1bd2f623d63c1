-- What each table and column holds. Ids are bigint wherever a client can send one, so that no id
-- overflows a parameter. "No foreign key" says why a column that holds an id has none.

comment on table api_tokens is
  'Tokens by which programs call the API. Operators create and revoke them.';
comment on column api_tokens.id is 'Primary key.';
comment on column api_tokens.name is 'What operators call the token.';
comment on column api_tokens.scope is 'read allows reading only; write allows every operation.';
comment on column api_tokens.hash is 'SHA-256 of the secret. The secret itself is shown once and not kept.';
comment on column api_tokens.created_at is 'When the token was created.';
comment on column api_tokens.revoked_at is 'When the token was revoked; null while it is valid.';

comment on table broadcasts is
  'One-off sends of one email to a segment. Operators write them; the broadcast lane queues them part by part.';
comment on column broadcasts.id is 'Primary key.';
comment on column broadcasts.name is 'What operators call the broadcast.';
comment on column broadcasts.status is
  'draft and scheduled ones can be edited; sending covers queueing and sending; sent and canceled are final, but a resend of failed mail sets sent back to sending.';
comment on column broadcasts.segment_id is
  'The audience. Null where none is chosen yet, or where the segment was deleted after the broadcast had ended.';
comment on column broadcasts.email_source is
  'scratch: the email was written for the broadcast; copy: it was copied from another one.';
comment on column broadcasts.email_id is 'The email, which belongs to this broadcast alone.';
comment on column broadcasts.emails_per_hour is
  'The pace that operators set; null means the pace of the account at the time of sending.';
comment on column broadcasts.send_at is 'When a scheduled broadcast starts.';
comment on column broadcasts.started_at is 'When queueing began.';
comment on column broadcasts.finished_at is 'When the broadcast became sent or canceled.';
comment on column broadcasts.effective_emails_per_hour is
  'The pace that due times are computed with, fixed when queueing begins; null before.';
comment on column broadcasts.last_queued_person_id is
  'Queueing goes through people in order of id and has reached this one; 0 at the beginning. No foreign key: it is a position, and the person may be erased.';
comment on column broadcasts.final_person_id is
  'The last person to be queued, the highest id when queueing began; null before, and once all are queued. No foreign key: it is a position, and the person may be erased.';
comment on column broadcasts.next_due_at is 'When the next queued email is due.';
comment on column broadcasts.recipients is 'Emails queued so far; null before queueing begins.';
comment on column broadcasts.queue_cleanup_pending is
  'Whether the broadcast was canceled and some of its emails are still in the queue.';
comment on column broadcasts.created_at is 'When the broadcast was created.';
comment on column broadcasts.updated_at is 'When the broadcast was last changed.';

comment on table components is
  'Pieces of markup that emails, layouts and other components include by key. Operators write them.';
comment on column components.id is 'Primary key.';
comment on column components.key is 'The key that a component tag names.';
comment on column components.name is 'What operators call the component.';
comment on column components.html is 'HTML with Liquid.';
comment on column components.created_at is 'When the component was created.';
comment on column components.updated_at is 'When the component was last changed.';

comment on table content_references is
  'Which component or theme a text names in its tags. Written whenever the text is saved. Exactly one of the first three columns is set.';
comment on column content_references.email_id is 'The email whose text it is.';
comment on column content_references.layout_id is 'The layout whose text it is.';
comment on column content_references.component_id is 'The component whose text it is.';
comment on column content_references.kind is 'What the key is of.';
comment on column content_references.key is 'The key in the tag; it may be that of nothing.';

comment on table email_compiles is
  'The compiled form of each email, which sending only fills in. Written when the email, or something it is made of, is saved.';
comment on column email_compiles.email_id is 'The email.';
comment on column email_compiles.version is 'Counts the compiles of the email; processes keep compiles in memory by it.';
comment on column email_compiles.compiled is
  'JSON, compressed with zlib by the service; compiles from before migration 0015 are plain JSON.';
comment on column email_compiles.compiled_at is 'When this version was compiled.';

comment on table email_engagements is
  'Who opened or clicked an email and when, requests of robots left out. Computed from tracking_hits.';
comment on column email_engagements.person_id is 'The person.';
comment on column email_engagements.email_id is 'The email.';
comment on column email_engagements.kind is 'What the person did.';
comment on column email_engagements.first_at is 'When the person first did it.';
comment on column email_engagements.last_at is 'When the person last did it.';

comment on table email_links is
  'Where the links of an email led when it was compiled. Mails name a row and an index into urls. Rows never change.';
comment on column email_links.id is 'Primary key.';
comment on column email_links.email_id is
  'The email. No foreign key: rows outlive their email, so that links in sent mail keep working.';
comment on column email_links.digest is 'Digest of urls, so that the same links are kept once for an email.';
comment on column email_links.urls is 'The addresses; links name them by index, from 0.';

comment on table emails is 'Emails as operators write them. They refer to no person.';
comment on column emails.id is 'Primary key.';
comment on column emails.title is 'What operators call the email; null where only its subject names it.';
comment on column emails.subject is 'Subject line with Liquid.';
comment on column emails.pre_header is 'Preview text beside the subject in an inbox, with Liquid.';
comment on column emails.from_address is 'Sender; null means the sender of the profile.';
comment on column emails.body_markdown is 'Markdown with Liquid.';
comment on column emails.labels is 'Labels that operators filter by and that guards and send windows apply to.';
comment on column emails.layout_id is 'The layout around the body; null means the default layout.';
comment on column emails.archived_at is 'When the email was archived; null while it is in use.';
comment on column emails.created_at is 'When the email was created.';
comment on column emails.updated_at is 'When the email was last changed.';
comment on column emails.name is
  'What lists show: the title, else the subject, else "Email" with the id; never blank. It trims the characters that JavaScript trims.';
comment on column emails.tracking is 'Whether opens and clicks of this email are tracked.';

comment on table event_keys is
  'Idempotency keys of recorded events. A table of its own, so that events can be partitioned by time.';
comment on column event_keys.idempotency_key is 'The key that the caller sent with the event.';
comment on column event_keys.event_id is
  'The event that was recorded under the key. No foreign key: a repeated event is answered with this id even after its person was erased.';

comment on table event_types is
  'Registry of event names. A name registers with its first event; counts are flushed about once a second.';
comment on column event_types.id is 'Primary key.';
comment on column event_types.name is 'The name of the event.';
comment on column event_types.count is 'Events recorded under the name.';
comment on column event_types.sources is 'The sources of those events, sorted.';
comment on column event_types.shape is 'The keys seen in details, and the JSON types of their values.';
comment on column event_types.first_seen_at is 'When the first event of the name was recorded.';
comment on column event_types.last_seen_at is 'When the last event of the name was recorded.';

comment on table events is
  'What happened to people. Rows are written once, by callers and by the service, and never changed.';
comment on column events.id is 'Primary key. Ids are drawn before the rows are written, so that keys and runs can name them.';
comment on column events.person_id is 'The person the event is about.';
comment on column events.type_id is 'The name of the event.';
comment on column events.details is 'What the caller sent along.';
comment on column events.occurred_at is 'When it happened, as the caller says, else when it was recorded.';
comment on column events.recorded_at is 'When the service recorded it.';
comment on column events.source is 'What recorded it: api, flow or service.';
comment on column events.historical is
  'Whether it is about the past; it then starts no flow unless the trigger asks for such events.';

comment on table fields is
  'Registry of the custom fields of people. A field registers when it first arrives; operators rename it.';
comment on column fields.key is 'The key in people.fields.';
comment on column fields.name is 'What operators call the field.';
comment on column fields.type is 'The JSON type of its values; date is a string.';
comment on column fields.active is 'Whether anything new may be built on the field; values stay either way.';
comment on column fields.created_at is 'When the field was registered.';
comment on column fields.used is 'Whether any person ever had a value of it; its type is then fixed.';

comment on table flow_emails is
  'The steps of flows that send an email, in document order. Written with flows.definition.';
comment on column flow_emails.flow_id is 'The flow.';
comment on column flow_emails.place is 'Position among these steps of the flow, from 1.';
comment on column flow_emails.email_id is
  'The email. No foreign key: a draft may name an email that does not exist.';
comment on column flow_emails.handle is 'The handle of the step; blank where the step has no valid id.';

comment on table flow_sequences is 'The sequences that flows start. Written with flows.definition.';
comment on column flow_sequences.flow_id is 'The flow.';
comment on column flow_sequences.sequence_id is
  'The sequence. No foreign key: a draft may name a sequence that does not exist.';

comment on table flow_versions is
  'Earlier definitions of flows. Written at each activation, and when operators make a checkpoint.';
comment on column flow_versions.id is 'Primary key.';
comment on column flow_versions.flow_id is 'The flow.';
comment on column flow_versions.number is 'Counts the versions of the flow from 1.';
comment on column flow_versions.kind is 'What made the version.';
comment on column flow_versions.name is 'What operators call the version.';
comment on column flow_versions.description is 'What operators say of the version.';
comment on column flow_versions.definition is 'The definition as it was saved; json keeps the order of keys.';
comment on column flow_versions.created_at is 'When the version was made.';
comment on column flow_versions.step_count is
  'Steps of the definition; null for versions from before migration 0012, whose steps are counted when they are shown.';

comment on table flows is 'Flows: a trigger and the steps that people go through. Operators write them.';
comment on column flows.id is 'Primary key.';
comment on column flows.key is 'The key that callers and files name the flow by.';
comment on column flows.name is 'What operators call the flow.';
comment on column flows.labels is 'Labels that operators filter by.';
comment on column flows.run_policy is
  'single_run: a person goes through once, ever; repeat: again after the earlier run has ended.';
comment on column flows.status is 'Only live flows start runs; runs of a paused flow wait.';
comment on column flows.definition is
  'Trigger and steps. json, not jsonb: the order of keys is part of the canonical form.';
comment on column flows.version is 'Counts the saves; processes keep compiled definitions by it.';
comment on column flows.created_at is 'When the flow was created.';
comment on column flows.updated_at is 'When the flow was last changed.';

comment on table gate_checks is
  'Steps whose waiting people have to be looked at again because the definition changed. The run lane works them off.';
comment on column gate_checks.id is 'Primary key.';
comment on column gate_checks.flow_id is 'The flow.';
comment on column gate_checks.step_id is
  'The step in the definition. No foreign key: steps of flows have no rows.';
comment on column gate_checks.after_run is
  'People were looked at up to this run, in order of id. No foreign key: it is a position, and the run may be erased.';
comment on column gate_checks.created_at is 'When the definition was saved.';

comment on table guards is
  'Conditions that keep an email from a person when it comes due. Operators write them.';
comment on column guards.id is 'Primary key.';
comment on column guards.key is 'The key that callers and files name the guard by.';
comment on column guards.name is 'What operators call the guard; the log names it as the reason.';
comment on column guards.condition is
  'Whom the guard stops. json, not jsonb: the order of keys is part of the canonical form.';
comment on column guards.labels is 'The guard applies to emails with one of these labels; empty means every email.';
comment on column guards.enabled is 'Whether the guard is in force.';
comment on column guards.created_at is 'When the guard was created.';
comment on column guards.updated_at is 'When the guard was last changed.';

comment on table idempotency_keys is
  'The first answers to writes sent with an Idempotency-Key. Removed after a day.';
comment on column idempotency_keys.actor is 'Who called.';
comment on column idempotency_keys.key is 'The key of the call.';
comment on column idempotency_keys.operation is 'The operation that was called.';
comment on column idempotency_keys.request_hash is 'Hash of the input; the same key with another input is refused.';
comment on column idempotency_keys.response is
  'The answer, sealed with a key derived from the secret key because it may hold a new token; null until the call has ended.';
comment on column idempotency_keys.created_at is 'When the call came.';

comment on table import_chunks is
  'Rows of an import that have arrived and wait to be written. Locked while they are written; the import is not, so that several chunks are written side by side. Removed when the import ends.';
comment on column import_chunks.import_id is 'The import.';
comment on column import_chunks.number is 'Counts the chunks of the import from 0, in order of arrival.';
comment on column import_chunks.rows is 'The rows as JSON text, which only the service reads; null once they are written.';
comment on column import_chunks.ordered is
  'Whether a person of this chunk is in an earlier chunk too; it then waits until the earlier ones are written.';
comment on column import_chunks.created is 'Rows that created a person.';
comment on column import_chunks.updated is 'Rows that changed a person.';
comment on column import_chunks.repeated is 'Rows of a person whom the file had before.';
comment on column import_chunks.invalid is 'Rows that were left out.';

comment on table import_errors is 'Rows of an import that were left out; the first ones are kept.';
comment on column import_errors.import_id is 'The import.';
comment on column import_errors.row is 'The row of the file, from 1, the header included.';
comment on column import_errors.column_name is 'The column at fault; null where the whole row is.';
comment on column import_errors.message is 'What is wrong.';
comment on column import_errors.excerpt is 'How the row begins.';

comment on table imports is
  'Files of people that operators upload. Removed some time after they have ended.';
comment on column imports.id is 'Primary key.';
comment on column imports.status is
  'receiving while the file arrives, working while its rows are written; done, failed and canceled are final.';
comment on column imports.format is 'The format of the file.';
comment on column imports.trigger is 'Whether changes are recorded as events, which can start flows.';
comment on column imports.tags is 'Tags that everybody in the file gets.';
comment on column imports.columns is 'The columns of the file, and the field or value that each is read as.';
comment on column imports.rows is 'Rows received.';
comment on column imports.created is 'Rows that created a person, once the import has ended; until then its chunks count them.';
comment on column imports.updated is 'Rows that changed a person, counted in the same way.';
comment on column imports.repeated is 'Rows of a person whom the file had before, counted in the same way.';
comment on column imports.invalid is 'Rows that were left out while the file was read, and those of its chunks once it has ended.';
comment on column imports.reason is 'Why the import failed or was canceled.';
comment on column imports.heartbeat_at is
  'When the process that receives the file last wrote, by the clock of the database; an upload that is silent for too long fails.';
comment on column imports.created_at is 'When the upload began.';
comment on column imports.finished_at is 'When the import ended; null before.';

comment on table layouts is 'Markup around the body of emails; the API calls them templates. Operators write them.';
comment on column layouts.id is 'Primary key.';
comment on column layouts.name is 'What operators call the layout.';
comment on column layouts.html is 'HTML with Liquid; it has the content of the email in its place.';
comment on column layouts.css is 'CSS with Liquid, which is inlined.';
comment on column layouts.theme_id is 'The theme it renders with; null means the default theme.';
comment on column layouts.is_default is
  'Whether emails without a layout use it. A unique index allows one at most; there is always one, since it is never cleared without setting another.';
comment on column layouts.created_at is 'When the layout was created.';
comment on column layouts.updated_at is 'When the layout was last changed.';

comment on table leases is
  'One row for each running process. Its claims are valid while it renews the row; after that another process releases them.';
comment on column leases.token is 'Identifies the process; sends.lease_token names it.';
comment on column leases.process is 'Host name and process id, for operators.';
comment on column leases.expires_at is 'When the lease ends unless it is renewed, by the clock of the database.';

comment on table migrations is 'The migrations that were applied. store/src/migrate.ts creates and writes it.';
comment on column migrations.number is 'The number of the migration.';
comment on column migrations.name is 'The name of its file.';
comment on column migrations.applied_at is 'When it was applied.';

comment on table notes is 'What operators write about a person. A note starts nothing.';
comment on column notes.id is 'Primary key.';
comment on column notes.person_id is 'The person.';
comment on column notes.body is 'The text.';
comment on column notes.author is 'The name of the caller who wrote it.';
comment on column notes.created_at is 'When it was written.';

comment on table opt_outs is
  'Changes of consent that the mail provider has to learn of, one row for each person. Removed once the provider knows.';
comment on column opt_outs.person_id is 'The person.';
comment on column opt_outs.suppressed is 'Whether the provider has to suppress mail to the address of the person.';
comment on column opt_outs.change_id is
  'New with every change, so that an answer to an earlier call settles nothing that is newer.';
comment on column opt_outs.status is 'waiting: to be called; given_up: the provider refused.';
comment on column opt_outs.attempts is 'Calls so far.';
comment on column opt_outs.due_at is 'When the provider is called next; a claim moves it ahead.';
comment on column opt_outs.last_error is 'Why the last call failed.';
comment on column opt_outs.created_at is 'When the person changed consent.';

comment on table payments is
  'Purchases, payments and refunds. Written from events (contract 4.4); an external id counts once for purchases and payments, and once for refunds.';
comment on column payments.id is 'Primary key.';
comment on column payments.person_id is 'Who paid.';
comment on column payments.kind is
  'A purchase names what was bought; a payment becomes a purchase when its purchase arrives under the same external id.';
comment on column payments.external_id is
  'The id in the payment system; null where the event has none. A refund may carry the id of what it refunds.';
comment on column payments.product_id is 'What was bought; null where no event says it.';
comment on column payments.amount_cents is 'Whole cents, also of refunds never negative.';
comment on column payments.occurred_at is 'When it happened.';
comment on column payments.event_id is
  'The event that first said it. No foreign key: nothing is looked up by it, and events go with their person anyway.';

comment on table people is
  'The people who can be emailed, one row for each address. Events, imports and operators write them.';
comment on column people.id is 'Primary key.';
comment on column people.email is
  'The address in lower case. Compared byte by byte (collate "C"), so that one index serves equality and prefixes.';
comment on column people.first_name is 'First name.';
comment on column people.last_name is 'Last name.';
comment on column people.fields is 'Custom fields by key; their types are in fields.';
comment on column people.tag_ids is
  'Tags, as ids of tags. No foreign key: PostgreSQL has none for the elements of an array; tags are never deleted.';
comment on column people.external_id is 'The id in the system of the caller.';
comment on column people.timezone is 'IANA name; null where it is not known.';
comment on column people.subscribed_on is 'The date of signing up, in the time zone of the profile.';
comment on column people.unsubscribed_at is 'When the person unsubscribed; null while subscribed.';
comment on column people.unsubscribe_reason is 'Why the person unsubscribed; erased marks an address that was erased before.';
comment on column people.hard_bounced_at is 'When the address was found to be gone.';
comment on column people.complained_at is 'When the person reported a mail as spam.';
comment on column people.attribution is 'Where the person came from, as the first event with an attribution said.';
comment on column people.created_at is 'When the person was created.';
comment on column people.updated_at is 'When the person was last changed.';

comment on table products is
  'What is sold. Operators create products, and so does the first event about money that names a new key.';
comment on column products.id is 'Primary key.';
comment on column products.key is 'The key that events and conditions name.';
comment on column products.name is 'What operators call the product.';
comment on column products.created_at is 'When the product was created.';
comment on column products.updated_at is 'When the product was last changed.';

comment on table profile is 'The account as operators set it. One row, from the first migration on.';
comment on column profile.only_row is 'Always true; it keeps the table to one row.';
comment on column profile.name is 'The name of the account.';
comment on column profile.timezone is 'IANA name of the time zone of dates and send windows.';
comment on column profile.default_from_address is 'Sender of emails that name none.';
comment on column profile.base_url is
  'Where subscribers reach the service; links in mail begin with it. Null means the environment variable BASE_URL.';
comment on column profile.preview_person_id is 'Whom emails are previewed for where nobody is named.';
comment on column profile.tracking is 'Whether opens and clicks are tracked at all.';

comment on table instance_keys is
  'The keys that this installation signs links in mail with. A link has to work for ever, so every key that has signed is remembered by its fingerprint.';
comment on column instance_keys.fingerprint is 'SHA-256 of a prefix and the key.';
comment on column instance_keys.secret is
  'The key itself where the service made it, at the first start; null for a key of the environment. One row has it.';
comment on column instance_keys.first_used_at is
  'When a process first signed with the key; null where none has, and its signatures then are not accepted.';
comment on index instance_keys_secret_is_not_null_idx is 'Keeps the keys that the service made to one.';

comment on table engine_state is
  'What the running processes keep of the installation. One row, from the first migration on.';
comment on column engine_state.only_row is 'Always true; it keeps the table to one row.';
comment on column engine_state.created_at is 'When the installation was made.';
comment on column engine_state.starter_loaded_at is 'When the starter content was loaded; null where it was not.';
comment on column engine_state.flows_version is
  'Rises with every change of a flow; processes reload their live flows when it has changed.';
comment on column engine_state.guards_version is
  'Rises with every change of a guard; processes reload their guards when it has changed.';
comment on column engine_state.verdict_rules_version is
  'The version of the rules that tracking_hits.verdict was judged by.';
comment on column engine_state.rejudged_through_send_id is
  'While a newer version judges everything again: the last send it has judged, in order of id; null when it is done. No foreign key: it is a position.';
comment on column engine_state.renewals_scanned_at is 'When a process last looked for renewals to remind people of.';
comment on column engine_state.test_clock_at is
  'The time of every transaction while the service runs with TEST_CLOCK=1; else null.';

comment on table recompiles is
  'The last save of a theme, layout or component that left emails to be compiled in the background, for its progress.';
comment on column recompiles.subject is 'What was saved.';
comment on column recompiles.subject_id is
  'The id of what was saved. No foreign key: it is an id of one of three tables.';
comment on column recompiles.generation is 'The generation of the emails that the save made stale.';
comment on column recompiles.total is 'Emails that the save made stale.';

comment on table renewal_occurrences is
  'Reminders that runs were started for: one for each renewal of a subscription and flow, however often processes look.';
comment on column renewal_occurrences.run_id is
  'The run of the reminder. No foreign key: both are written by one statement and go with their person.';
comment on column renewal_occurrences.flow_id is
  'The flow. No foreign key: a flow that somebody ran through is never deleted.';
comment on column renewal_occurrences.subscription_id is 'The subscription.';
comment on column renewal_occurrences.renewal_at is 'When the subscription renews.';
comment on column renewal_occurrences.renewal_day is
  'The day of the renewal in the time zone of the trigger, in days since 1970-01-01.';
comment on column renewal_occurrences.target_at is 'When the reminder was meant to start.';
comment on column renewal_occurrences.days_before is 'Days before the renewal, as the trigger said.';
comment on column renewal_occurrences.sent_at is 'When an email of the run was first sent; null before.';

comment on table run_steps is
  'The trace of each run: one row for each step taken, in order of id. Removed with the person.';
comment on column run_steps.id is 'Primary key.';
comment on column run_steps.run_id is
  'The run. No foreign key: looking the run up for each step took half as long as moving it; only the holder of a run writes its steps.';
comment on column run_steps.step_id is
  'The step in the definition; null where the step has no valid id, and before the first step. No foreign key: steps of flows have no rows.';
comment on column run_steps.outcome is
  'ran did its work, branched took an arm, waiting began a wait, released ended one, exited ended the run, skipped could not run, parked cannot go on; canceled, moved and retried are the doing of an operator.';
comment on column run_steps.arm is 'The arm that was taken; null where the step has none.';
comment on column run_steps.reason is 'Why, or by whom.';
comment on column run_steps.recorded_at is 'When the entry was written.';

comment on table runs is
  'One person going through one flow. Events and renewals start runs; the run lane moves them.';
comment on column runs.id is 'Primary key.';
comment on column runs.flow_id is 'The flow.';
comment on column runs.person_id is 'The person.';
comment on column runs.event_id is
  'The event that started the run; null for renewals. No foreign key: a check for each run would cost more than it tells, as events go with their person.';
comment on column runs.step_id is
  'The step that the run is at; null before the first one. No foreign key: steps of flows have no rows.';
comment on column runs.waiting is 'Whether the step was entered and the person waits at it.';
comment on column runs.status is
  'active moves or waits, completed reached the end, exited left before it, parked cannot go on by itself, frozen came due while its flow was paused, canceled was ended by an operator. Frozen keeps the backlog of a paused flow out of every claim.';
comment on column runs.due_at is 'When the run is looked at next; null where no time does it.';
comment on column runs.reason is 'Why the run is parked, or who canceled it.';
comment on column runs.once is 'Whether it is of a single_run flow, of which a person has one run, ever.';
comment on column runs.started_at is 'When the run began.';
comment on column runs.ended_at is 'When the run ended; null while the person is inside.';
comment on column runs.arrived_at is 'When the wait at the step began; null where the person does not wait.';
comment on column runs.after_event is
  'The highest id of an event that had been handed out when the person came to a gate; only later events open it. No foreign key: it is a position.';
comment on column runs.wait_event is 'The name of the event that can end the wait; null where none can.';
comment on column runs.wait_condition is 'Whether a change of the person can end the wait.';
comment on column runs.chain is 'How many flows started one another without a wait before this run; bounded.';
comment on column runs.subscription_id is
  'The subscription of a renewal; null for runs that an event started. No foreign key: subscriptions go with their person, as runs do.';

comment on table segments is 'Named conditions over people. Operators write them.';
comment on column segments.id is 'Primary key.';
comment on column segments.key is 'The key that callers and files name the segment by.';
comment on column segments.name is 'What operators call the segment.';
comment on column segments.description is 'What operators say of the segment.';
comment on column segments.definition is
  'The condition. json, not jsonb: the order of keys is part of the canonical form.';
comment on column segments.created_at is 'When the segment was created.';
comment on column segments.updated_at is 'When the segment was last changed.';

comment on table send_feedback is
  'What providers report about mails they have accepted: one row for each mail and kind. Webhooks write it.';
comment on column send_feedback.id is 'Primary key.';
comment on column send_feedback.send_id is
  'The send. No foreign key: it is in sends while its attempt is uncertain, in send_log afterwards.';
comment on column send_feedback.kind is 'What the provider reports.';
comment on column send_feedback.provider is 'The provider.';
comment on column send_feedback.occurred_at is 'When it happened, as the provider says, but never later than its report.';
comment on column send_feedback.details is 'What the provider says of it.';

comment on table send_log is
  'Sends that have ended. Rows move here from sends and keep their id; they outlive their person.';
comment on column send_log.id is 'The id in sends. No foreign key: the row has left sends.';
comment on column send_log.person_id is
  'The recipient; null once the person was erased. No foreign key: erasing a person clears it, and a check for each send would cost more than it tells.';
comment on column send_log.email_id is
  'The email. No foreign key: the log is asked before an email is deleted, and a check for each send would cost more than it tells.';
comment on column send_log.source_kind is 'Where the send came from.';
comment on column send_log.source_id is
  'The flow, sequence or broadcast; null for a test. No foreign key: it is an id of one of three tables, and the log outlives them.';
comment on column send_log.step_id is
  'The step of the flow, or the id of the step of the sequence. No foreign key: steps of flows have no rows, and the log outlives steps of sequences.';
comment on column send_log.run_id is
  'The run of the flow; null otherwise, and once the person was erased. No foreign key: the log outlives runs.';
comment on column send_log.status is
  'sent: the provider accepted it; failed: it refused for good or too often; skipped: a rule stopped it; canceled: its source was withdrawn.';
comment on column send_log.attempts is 'Attempts to hand it over.';
comment on column send_log.provider is 'The provider of the last attempt; null where there was none.';
comment on column send_log.provider_id is 'The id that the provider gave; null once the person was erased.';
comment on column send_log.reason is 'Why it did not end as sent; null once the person was erased.';
comment on column send_log.due_at is 'When it was due.';
comment on column send_log.ended_at is 'When it ended.';

comment on table sends is
  'The send queue: only what has not ended. Flows, sequences, broadcasts and tests add rows; the send lane works them off. A fill factor of 80 leaves room for the updates of each row.';
comment on column sends.id is 'Primary key, kept in send_log.';
comment on column sends.person_id is 'The recipient.';
comment on column sends.email_id is 'The email; its content is read when it is sent.';
comment on column sends.source_kind is 'Where the send comes from.';
comment on column sends.source_id is
  'The flow, sequence or broadcast; null for a test. No foreign key: it is an id of one of three tables.';
comment on column sends.step_id is
  'The step of the flow, or the id of the step of the sequence. No foreign key: steps of flows have no rows.';
comment on column sends.run_id is
  'The run of the flow; null otherwise. No foreign key: a check for each send would cost more than it tells, as runs go with their person.';
comment on column sends.event_id is
  'The event that started the run; its details fill the email in. No foreign key: as for run_id.';
comment on column sends.status is
  'scheduled waits for due_at, claimed is held by a process, sending has its attempt committed, holding waits for an operator or a source, uncertain may or may not have arrived and waits for an operator.';
comment on column sends.due_at is 'When it may be sent.';
comment on column sends.attempts is 'Attempts to hand it over so far.';
comment on column sends.lease_token is
  'The process that holds it, in leases; null where none does. No foreign key: a lease that has expired is deleted first and its claims are released after.';
comment on column sends.hold_reason is
  'Why it is held. Of scheduled sends only those have one that wait for their send window.';
comment on column sends.last_error is 'Why the last attempt failed.';
comment on column sends.created_at is 'When it was queued.';

comment on table sequence_checks is
  'Sequences whose people have to be looked at again because the steps changed. The sequence lane works them off.';
comment on column sequence_checks.id is 'Primary key.';
comment on column sequence_checks.sequence_id is 'The sequence.';
comment on column sequence_checks.after_run is
  'People were looked at up to this run, in order of id. No foreign key: it is a position.';
comment on column sequence_checks.created_at is 'When the steps changed.';

comment on table sequence_runs is
  'One person going through one sequence; once at a time. The sequence lane writes it.';
comment on column sequence_runs.id is 'Primary key.';
comment on column sequence_runs.sequence_id is 'The sequence.';
comment on column sequence_runs.person_id is 'The person.';
comment on column sequence_runs.started_at is 'When the person was started.';
comment on column sequence_runs.finished_at is 'When the person reached the end; null before.';
comment on column sequence_runs.ended_step_ids is
  'Steps that have ended for the person, in order. No foreign key: it is an array, and deleted steps remain in it.';
comment on column sequence_runs.last_step_ended_at is
  'When the last of these steps ended, or the start; the delay of the next step counts from here.';
comment on column sequence_runs.next_step_id is
  'The step that is queued; null where none is. No foreign key: a deleted step is noticed when the person is looked at.';
comment on column sequence_runs.send_id is
  'The send of that step. No foreign key: it moves from sends to send_log.';
comment on column sequence_runs.due_at is 'When that step was planned for.';
comment on column sequence_runs.chain is
  'How many flows led to the start without a wait; 0 again after a delay.';

comment on table sequence_steps is 'The steps of sequences: an email and the delay before it. Operators write them.';
comment on column sequence_steps.id is 'Primary key.';
comment on column sequence_steps.sequence_id is 'The sequence.';
comment on column sequence_steps.position is 'Position in the sequence, from 1 without gaps.';
comment on column sequence_steps.delay_amount is 'The delay after the step before, or after the start, in delay_unit.';
comment on column sequence_steps.delay_unit is 'The unit of delay_amount.';
comment on column sequence_steps.status is 'Drafts are not sent.';
comment on column sequence_steps.email_id is 'The email, which belongs to this step alone.';
comment on column sequence_steps.later_step_ids is
  'The steps after it when it was set active; people for whom one of them has ended do not get it. No foreign key: it is an array, and deleted steps remain in it.';
comment on column sequence_steps.created_at is 'When the step was created.';
comment on column sequence_steps.updated_at is 'When the step was last changed.';

comment on table sequence_turns is
  'People of sequences to be looked at, because they started or because their queued email ended. Writers only insert, so that nobody who settles mail waits for a lock.';
comment on column sequence_turns.id is 'Primary key.';
comment on column sequence_turns.sequence_id is
  'The sequence. No foreign key: a check would lock the sequence, and rows live for a moment.';
comment on column sequence_turns.person_id is
  'The person. No foreign key: a check would lock the person; erasing a person removes the rows.';
comment on column sequence_turns.created_at is 'When the row was written, which is when the work became due.';

comment on table sequences is 'Emails in order with delays between them. Operators write them; flows start people on them.';
comment on column sequences.id is 'Primary key.';
comment on column sequences.name is 'What operators call the sequence.';
comment on column sequences.created_at is 'When the sequence was created.';
comment on column sequences.updated_at is 'When the sequence was last changed.';
comment on column sequences.enabled is 'Whether it starts people and sends; emails of a disabled one are held.';
comment on column sequences.repeat_mode is
  'Who finished it before: resend_all sends everything again, once_per_email only emails not received yet, single_run starts nobody again.';
comment on column sequences.description is 'What operators say of the sequence.';

comment on table settings is 'Settings that operators have changed; all others have their defaults.';
comment on column settings.key is 'The dotted key of the setting.';
comment on column settings.value is 'The value. json, not jsonb: keys keep their order.';
comment on column settings.updated_at is 'When the setting was last changed.';

comment on table soft_bounces is
  'Soft bounces of people since the last mail that was delivered. Webhooks write it; enough in a row count as a hard bounce.';
comment on column soft_bounces.person_id is 'The person.';
comment on column soft_bounces.count is 'Soft bounces in a row.';

comment on table stale_compiles is
  'Emails whose compile is older than what they are made of, until they are compiled again. They are not sent meanwhile.';
comment on column stale_compiles.email_id is 'The email.';
comment on column stale_compiles.generation is
  'Drawn from compile_generations by the save that made it stale; a compile counts only in the generation it was begun in.';
comment on column stale_compiles.claim_expires_at is
  'Until when one process compiles it, by the clock of the database; null where none does.';
comment on column stale_compiles.error is
  'Why it no longer compiles; it is not tried again before something it is made of is saved.';

comment on table subscriptions is
  'What people subscribe to and when it renews. Written from events (contract 4.4).';
comment on column subscriptions.id is 'Primary key.';
comment on column subscriptions.person_id is 'Who subscribes.';
comment on column subscriptions.external_id is
  'The id in the payment system; without one a subscription is identified by its person and product.';
comment on column subscriptions.product_id is 'What is subscribed to.';
comment on column subscriptions.interval is 'monthly, yearly, or another word that the events use.';
comment on column subscriptions.status is 'active, trialing and past_due count as active in conditions.';
comment on column subscriptions.renewal_amount_cents is 'Whole cents of the next renewal; null where they are not known.';
comment on column subscriptions.next_renewal_at is 'When it renews next; null where that is not known.';
comment on column subscriptions.cancel_at_period_end is 'Whether it ends instead of renewing.';
comment on column subscriptions.started_at is 'When it began, as the events say.';
comment on column subscriptions.ended_at is 'When it ended, as the events say.';
comment on column subscriptions.created_at is 'When the row was created.';
comment on column subscriptions.updated_at is 'When the row was last changed.';
comment on column subscriptions.value_times is
  'When the event happened that each value is from, by column, in milliseconds since 1970. An event that happened earlier and arrives later replaces nothing.';

comment on table suppressions is
  'Addresses of people who were erased. Who returns under one of them is unsubscribed from the beginning.';
comment on column suppressions.hash is 'HMAC-SHA-256 of the address under a key of this installation.';
comment on column suppressions.created_at is 'When the person was erased.';

comment on table tags is 'Registry of tags. A tag registers when it is first used; people hold the ids.';
comment on column tags.id is 'Primary key.';
comment on column tags.name is 'The tag as it was first written.';
comment on column tags.normalized is 'In lower case without surrounding spaces; two tags differ where it differs.';
comment on column tags.created_at is 'When the tag was first used.';

comment on table themes is 'Named sets of variables that layouts render with. Operators write them.';
comment on column themes.id is 'Primary key.';
comment on column themes.key is 'The key that tags, callers and files name the theme by.';
comment on column themes.name is 'What operators call the theme.';
comment on column themes.is_default is
  'Whether layouts without a theme use it. A unique index allows one at most; there is always one, since it is never cleared without setting another.';
comment on column themes.variables is 'Only the variables that were set.';
comment on column themes.created_at is 'When the theme was created.';
comment on column themes.updated_at is 'When the theme was last changed.';

comment on table tracking_hits is
  'Requests for the pixel and the links of a mail, and opens and clicks that providers report; a bounded number for each mail. All verdicts of a mail are judged again with each new request.';
comment on column tracking_hits.send_id is
  'The send. No foreign key: it may be in sends or in send_log.';
comment on column tracking_hits.number is 'Counts the requests of the mail from 0.';
comment on column tracking_hits.kind is 'What was requested.';
comment on column tracking_hits.link is
  'Null for the pixel; from 0 the index into email_links.urls; negative for an address that is made for one person, a number derived from it.';
comment on column tracking_hits.occurred_at is 'When the request came.';
comment on column tracking_hits.head is 'Whether it was a HEAD request.';
comment on column tracking_hits.prefetch is 'Whether its headers say that nobody looks at it yet.';
comment on column tracking_hits.provider is 'The provider that reports it; null for a request to this service.';
comment on column tracking_hits.user_agent is 'The User-Agent; null where a provider reports none.';
comment on column tracking_hits.verdict is
  'human counts; all others say why the request is not of a person (core, verdict.ts).';

comment on table trigger_refusals is
  'Why events that matched a trigger started no run: the last event for each reason, and how many there were. A fill factor of 80 leaves room for the updates of each row.';
comment on column trigger_refusals.person_id is 'The person.';
comment on column trigger_refusals.flow_id is 'The flow.';
comment on column trigger_refusals.reason is
  'inside: the person was in the flow already; ran_before: it is a single_run flow that the person ran through; paused: the flow was paused.';
comment on column trigger_refusals.event_id is
  'The last such event. No foreign key: events go with their person, as this row does.';
comment on column trigger_refusals.refused_at is 'When the last such event was recorded.';
comment on column trigger_refusals.count is 'Events that were refused for this reason.';

comment on table unsubscribes is
  'Unsubscribes by a link in a mail, with the email and the send. Kept when the person subscribes again.';
comment on column unsubscribes.id is 'Primary key.';
comment on column unsubscribes.person_id is 'The person; null once erased.';
comment on column unsubscribes.email_id is
  'The email whose link it was. No foreign key: the row outlives the email.';
comment on column unsubscribes.send_id is
  'The send whose link it was; null for mail that was never queued. No foreign key: it may be in sends or in send_log.';
comment on column unsubscribes.unsubscribed_at is 'When the person unsubscribed; people.unsubscribed_at has the same time.';

comment on table webhook_receipts is
  'Webhooks that were taken, so that each counts once. Removed after some days.';
comment on column webhook_receipts.provider is 'The provider that posted it.';
comment on column webhook_receipts.key is 'Hash of what identifies the webhook.';
comment on column webhook_receipts.received_at is 'When it was taken.';

comment on sequence compile_generations is
  'Numbers the saves that make emails stale; stale_compiles and recompiles hold the numbers.';

comment on index broadcasts_id_queue_cleanup_pending_idx is 'Canceled broadcasts that still have emails in the queue.';
comment on index broadcasts_id_sending_idx is 'Broadcasts that are being queued or sent.';
comment on index payments_external_id_paid_idx is 'A purchase or payment counts once under its external id.';
comment on index payments_external_id_refunded_idx is 'A refund counts once under its external id.';
comment on index renewal_occurrences_subscription_id_flow_id_renewal_at_idx is
  'One reminder for a time of renewal.';
comment on index renewal_occurrences_subscription_id_flow_id_renewal_day_idx is
  'One reminder for a day of renewal, also where its time moves within the day.';
comment on index runs_flow_id_person_id_active_idx is
  'A person is in a flow once at a time, but for renewals.';
comment on index runs_flow_id_person_id_completed_idx is 'Who completed a flow, for conditions.';
comment on index runs_flow_id_person_id_once_idx is
  'A person runs through a single_run flow once, ever, but for renewals.';
comment on index runs_flow_id_subscription_id_active_idx is
  'A subscription is in a renewal flow once at a time; two of one person run side by side.';
comment on index runs_flow_id_subscription_id_once_idx is
  'A subscription runs through a single_run renewal flow once, ever.';
comment on index runs_due_at_id_idx is 'The claim of due runs.';
comment on index runs_flow_id_due_at_id_idx is
  'The shares of each flow in a claim, so that the backlog of one holds up no other.';
comment on index send_log_person_id_ended_at_idx is
  'Which emails a person received, for conditions; tests do not count.';
comment on index sends_due_at_id_scheduled_idx is 'The claim of due sends.';
comment on index sends_due_at_id_windowed_idx is
  'Sends that wait for their send window; read when windows change.';
comment on index sends_source_id_person_id_idx is
  'A broadcast queues a person once; also finds what is left of one.';
comment on index subscriptions_person_id_product_id_idx is
  'Identifies a subscription without an external id.';
