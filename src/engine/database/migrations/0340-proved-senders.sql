-- Rights to send by e-mail rest on addresses and domains that proved themselves.

alter table account
  -- A changed address waits here until its link is followed; the one before it works until then.
  add column new_email text,
  -- Sent before addresses had to prove themselves: may send so long without a proof, and was asked for it.
  add column sends_until timestamptz,
  add column sends_asked_at timestamptz,
  -- Mails to it are not counted (A-SUB-06), because it had them before they were.
  add column known_before boolean not null default false;

alter table subaccount
  add column confirmed_at timestamptz,
  -- Hash of the key in the last link. confirm_hash stays what it was: its address gets no fax before it confirms.
  add column link_hash bytea,
  add column sends_until timestamptz,
  add column sends_asked_at timestamptz,
  add column known_before boolean not null default false;
create unique index subaccount_link on subaccount (link_hash) where link_hash is not null;

-- A claim that nobody proved keeps nobody away; a domain is proved for one account at most.
alter table whitelisted_domain drop constraint whitelisted_domain_domain_key;
create unique index whitelisted_domain_once on whitelisted_domain (account_id, domain);
alter table whitelisted_domain
  add column proved_at timestamptz,
  add column proved_by text check (proved_by in ('email', 'dns', 'operator')),
  -- What the TXT record of the domain has to say.
  add column proof_key text not null default replace(gen_random_uuid()::text, '-', ''),
  add column checked_at timestamptz,
  add column sends_until timestamptz,
  add column sends_asked_at timestamptz;
create unique index whitelisted_domain_proved on whitelisted_domain (domain) where proved_at is not null;
create index whitelisted_domain_name on whitelisted_domain (domain);
create index whitelisted_domain_waiting on whitelisted_domain (checked_at) where proved_at is null;

create index account_sends on account (id) where sends_until is not null;
create index subaccount_sends on subaccount (account_id, email) where sends_until is not null;
create index whitelisted_domain_sends on whitelisted_domain (id) where sends_until is not null;

alter table mail_out
  -- To an address that had not confirmed itself for the account.
  add column unproved boolean not null default false;
create index mail_out_unproved on mail_out (lower(to_address), created_at) where unproved;
create index mail_out_unproved_account on mail_out (account_id, created_at) where unproved;

-- A proof is of one name, whoever changes the name; a record that is still there must not prove the next one.
create function forget_domain_proof() returns trigger language plpgsql as $$
begin
  new.proved_at := null;
  new.proved_by := null;
  new.checked_at := null;
  new.sends_until := null;
  new.proof_key := replace(gen_random_uuid()::text, '-', '');
  return new;
end $$;
create trigger whitelisted_domain_renamed before update of domain on whitelisted_domain
  for each row when (old.domain <> new.domain) execute function forget_domain_proof();

create function forget_address_rights() returns trigger language plpgsql as $$
begin
  new.sends_until := null;
  new.known_before := false;
  return new;
end $$;
create trigger account_address_changed before update of admin_email on account
  for each row when (lower(old.admin_email) <> lower(new.admin_email)) execute function forget_address_rights();

-- Upgrade: who had mails so far goes on having them.
update account set known_before = true where email_verified_at is null and state <> 'closed';
update subaccount set known_before = true where receive_faxes and confirm_hash is null;
update whitelisted_domain w set proved_at = now(), proved_by = 'email'
from account a
where a.id = w.account_id and a.email_verified_at is not null
  and lower(split_part(a.admin_email, '@', 2)) = w.domain;

-- Upgrade: who sent by e-mail so far has 30 days for the proof, unless another account claims the same sender.
create temporary table claim on commit drop as
  select id as account_id, lower(admin_email) as sender from account where state <> 'closed'
  union
  select account_id, email from subaccount where send_faxes;
create temporary table sent on commit drop as
  select distinct account_id, sender from mail_in where proof <> 'unproved';
create temporary table graced on commit drop as
  select s.account_id, s.sender from sent s
  where not exists (select from claim c where c.sender = s.sender and c.account_id <> s.account_id)
    and not exists (
      select from whitelisted_domain w
      where w.domain = split_part(s.sender, '@', 2) and w.active and w.account_id <> s.account_id);
update account a set sends_until = now() + interval '30 days'
from graced g
where g.account_id = a.id and g.sender = lower(a.admin_email) and a.email_verified_at is null and a.state <> 'closed';
update subaccount s set sends_until = now() + interval '30 days'
from graced g where g.account_id = s.account_id and g.sender = s.email and s.send_faxes;
update whitelisted_domain w set sends_until = now() + interval '30 days'
where w.active and w.proved_at is null and exists (
  select from sent s where s.account_id = w.account_id and split_part(s.sender, '@', 2) = w.domain);
