-- Events were written in a round trip of their own, after which the flows were read again. Both go along
-- with the commit now, which fails where the flows are others than those that the events met.
create function check_flows_version(expected bigint) returns void language plpgsql as $$
begin
  if (select flows_version from engine_state) <> expected then
    raise exception 'The flows were changed by another transaction.' using errcode = 'serialization_failure';
  end if;
end
$$;
comment on function check_flows_version(bigint) is 'Fails, so that the transaction is tried again, where flows were changed since they had this version.';
