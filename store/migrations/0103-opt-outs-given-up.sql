-- Reports that the provider refused are few, and were counted among all that wait: after an import of
-- people who unsubscribed elsewhere that are as many as these.
create index opt_outs_person_id_idx on opt_outs (person_id) where status = 'given_up';
comment on index opt_outs_person_id_idx is 'Reports that the provider refused.';
