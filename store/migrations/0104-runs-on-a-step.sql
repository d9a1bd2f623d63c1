-- People on a step are read in pages, by lists and after the edit of a gate. Each page sorted everybody on the step,
-- or looked through everybody in the flow.
create index runs_flow_id_step_id_id_idx on runs (flow_id, step_id, id) where ended_at is null;
drop index runs_flow_id_step_id_idx;
