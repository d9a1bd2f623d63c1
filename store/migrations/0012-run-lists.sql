-- Pages of a flow's runs, of each status newest first, and whether anybody ever ran through it.
-- Of runs.status, 5 is canceled: ended by an operator.
create index runs_flow on runs (flow_id, status, id);

-- Of versions from before, it is counted when they are shown.
alter table flow_versions add column step_count integer;
