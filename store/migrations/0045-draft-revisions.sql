-- Drafts count their changes, so that two authors do not replace each other's draft unnoticed. The numbers
-- come from one sequence: a draft that is begun after another was published has none of its revisions.
create sequence draft_revisions;
comment on sequence draft_revisions is 'The revisions of drafts; none is given twice.';

create function grow_draft_revision() returns trigger language plpgsql as $$
declare
  others text[] := array['revision', 'created_at', 'updated_at'];
begin
  if tg_op = 'UPDATE' and authored_columns(row_to_json(old), others) = authored_columns(row_to_json(new), others) then
    return new;
  end if;
  perform check_expected_revision(
    tg_table_name || ' ' || coalesce(to_jsonb(old) ->> 'flow_id', to_jsonb(old) ->> 'email_id'), old.revision);
  if tg_op = 'DELETE' then return old; end if;
  new.revision := nextval('draft_revisions');
  return new;
end
$$;
comment on function grow_draft_revision() is 'Gives a changed draft another revision.';

alter table flow_drafts add revision bigint not null default nextval('draft_revisions');
alter table email_drafts add revision bigint not null default nextval('draft_revisions');
comment on column flow_drafts.revision is 'Grows with each change of the draft.';
comment on column email_drafts.revision is 'Grows with each change of the draft.';

create trigger flow_drafts_revision before update or delete on flow_drafts
  for each row execute function grow_draft_revision();
create trigger email_drafts_revision before update or delete on email_drafts
  for each row execute function grow_draft_revision();
