-- Whether an account may act now: place calls, convert documents, mail and copy faxes, take faxes by email. One column
-- says it, so every worker asks the same question. A brand cannot be removed while accounts use it, so it is not asked.
alter table account add column parent_disabled boolean not null default false;
update account a set parent_disabled = true from parent p where p.id = a.parent_id and p.state = 'disabled';
alter table account
  add column acts boolean generated always as (state = 'active' and not parent_disabled) stored;

-- The administrator's row is locked, so that an account added while its administrator is being disabled waits.
create function account_parent_state() returns trigger language plpgsql as $$
begin
  new.parent_disabled := false;
  if new.parent_id is not null then
    select p.state = 'disabled' into new.parent_disabled from parent p where p.id = new.parent_id for share;
    new.parent_disabled := coalesce(new.parent_disabled, false);
  end if;
  return new;
end $$;
create trigger account_parent_state before insert or update of parent_id on account
  for each row execute function account_parent_state();

create function parent_state_of_accounts() returns trigger language plpgsql as $$
begin
  update account set parent_disabled = (new.state = 'disabled'), updated_at = now()
  where parent_id = new.id and parent_disabled <> (new.state = 'disabled');
  return null;
end $$;
create trigger parent_state_of_accounts after update of state on parent
  for each row when (old.state <> new.state) execute function parent_state_of_accounts();

-- What accounts that were closed before this release left in the queue would wait forever.
with ended as (
  update send_job j set state = 'CANCELLED', finished_at = now(), lease_owner = null, lease_until = null
  from account a
  where a.id = j.account_id and a.state = 'closed' and j.state in ('QUEUED', 'CONVERTING', 'WAITING')
  returning j.account_id, j.fax_id
)
update fax f set outbox = false, status = 'FAILED', reason = 'CANCELLED'
from ended e where f.account_id = e.account_id and f.id = e.fax_id;
update document d set state = 'failed', fault = 'CANCELLED', convert_owner = null, convert_until = null
from account a where a.id = d.account_id and a.state = 'closed' and d.state = 'new';
