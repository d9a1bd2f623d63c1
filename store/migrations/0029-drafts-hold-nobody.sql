-- A sequence without an active step ahead is at its end for a person (clause SAFE-01). Who waited for
-- a draft until now has nothing queued; everybody on such a sequence is looked at again.
insert into sequence_checks (sequence_id, created_at)
select distinct sequence_id, now() from sequence_runs
where finished_at is null and next_step_id is null;
