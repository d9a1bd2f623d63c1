-- A broadcast compares variants, each an email of its own, and may find a winner among a sample before the
-- rest is sent (clauses EXP-01 to EXP-03).

alter table broadcasts drop constraint broadcasts_email_source_check;
alter table broadcasts add constraint broadcasts_email_source_check
  check (email_source in ('scratch', 'copy', 'variants'));
alter table broadcasts
  add variant_names text[] not null default '{}',
  add variant_email_ids bigint[] not null default '{}',
  add variant_weights integer[] not null default '{}',
  add winner_rule json,
  add experiment_status text collate "C",
  add waiting_recipients bigint,
  add decide_at timestamptz,
  add winner_variant text,
  add winner_low double precision,
  add winner_high double precision;
alter table broadcasts add constraint broadcasts_experiment_status_check
  check (experiment_status in ('sampling', 'decided', 'undecided'));
alter table broadcasts add constraint broadcasts_check
  check (cardinality(variant_names) = cardinality(variant_email_ids)
    and cardinality(variant_names) = cardinality(variant_weights));
comment on column broadcasts.email_source is 'scratch: the email was written for the broadcast; copy: it was copied from another one; variants: it sends the emails of its variants.';
comment on column broadcasts.email_id is 'The email, which belongs to this broadcast alone; with variants that of the first one.';
comment on column broadcasts.variant_names is 'What operators call the variants; empty without any. The three lists have the same order.';
comment on column broadcasts.variant_email_ids is 'The emails of the variants. No foreign key: it is a list, and a delete asks what names the email.';
comment on column broadcasts.variant_weights is 'The weights of the variants; who gets which follows from a hash of the broadcast and the person.';
comment on column broadcasts.winner_rule is 'How a winner is found: metric, sample_percent, after and goal; null where all variants are sent to the end.';
comment on column broadcasts.experiment_status is 'sampling: the sample is being sent or counted, and the rest waits; decided: the rest gets the winner; undecided: the rest gets the first variant. Null without a rule, and before it is sent.';
comment on column broadcasts.waiting_recipients is 'Emails queued for people outside the sample, which wait for the decision; null before it is sent, 0 once it is decided.';
comment on column broadcasts.decide_at is 'When the winner is decided; null until the sample is sent.';
comment on column broadcasts.winner_variant is 'The name of the winner; null where there is none.';
comment on column broadcasts.winner_low is 'The lower end of the interval of the decision; null before it.';
comment on column broadcasts.winner_high is 'The upper end of the interval of the decision; null before it.';

create index broadcasts_variant_email_ids_idx on broadcasts using gin (variant_email_ids);
comment on index broadcasts_variant_email_ids_idx is 'Which broadcasts have an email as a variant.';
create index broadcasts_decide_at_idx on broadcasts (decide_at) where experiment_status = 'sampling';
comment on index broadcasts_decide_at_idx is 'Broadcasts that look for a winner.';
create index broadcasts_id_winner_rule_idx on broadcasts (id) where winner_rule is not null;
comment on index broadcasts_id_winner_rule_idx is 'Broadcasts whose goal an event may reach.';

-- What the engine finds out is not authored.
drop trigger broadcasts_revision on broadcasts;
drop trigger broadcasts_created on broadcasts;
drop trigger broadcasts_updated on broadcasts;
drop trigger broadcasts_deleted on broadcasts;
create trigger broadcasts_revision before update or delete on broadcasts
  for each row execute function grow_revision('started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id', 'experiment_status', 'waiting_recipients', 'decide_at', 'winner_variant', 'winner_low', 'winner_high');
create trigger broadcasts_created after insert on broadcasts
  for each row execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id', 'experiment_status', 'waiting_recipients', 'decide_at', 'winner_variant', 'winner_low', 'winner_high');
create trigger broadcasts_updated after update on broadcasts
  for each row when (old.revision <> new.revision) execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id', 'experiment_status', 'waiting_recipients', 'decide_at', 'winner_variant', 'winner_low', 'winner_high');
create trigger broadcasts_deleted before delete on broadcasts
  for each row execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id', 'experiment_status', 'waiting_recipients', 'decide_at', 'winner_variant', 'winner_low', 'winner_high');
