-- What was written since the last vacuum waits in a list of its own beside a GIN index, and every look into the index
-- reads that list: up to 4 MB by default. A flow that starts on a birthday looks 120 times for a day. Lists of 64 kB
-- make a look ten times as quick, and writing costs the same.

alter index people_fields_idx set (gin_pending_list_limit = 64);
alter index people_tag_ids_idx set (gin_pending_list_limit = 64);
