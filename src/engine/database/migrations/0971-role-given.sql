-- When a person last got a role that may do more than the one before: a new password removes what an intruder gave.
alter table membership add column role_given_at timestamptz;

create function note_role_given() returns trigger language plpgsql as $$
begin
  new.role_given_at = now();
  return new;
end
$$;
create trigger membership_role_given before update of role on membership
  for each row when (
    case when new.parent_id is null
      then array_position(array['sender', 'reader', 'member', 'owner'], new.role)
        > array_position(array['sender', 'reader', 'member', 'owner'], old.role)
      else new.role <> old.role and old.role <> 'administrator' end
  ) execute function note_role_given();
