-- Faxes by mail: whose mail it is, addresses that came back, and what an account wants to get.

alter table mail_out
  -- Null for mails that belong to no mailbox, as those of administrators.
  add account_id bigint references account on delete cascade,
  add fax_id bigint,
  -- The receiving server took the document for too large: it leaves with a link instead.
  add bare boolean not null default false,
  drop constraint mail_out_state_check,
  -- Bounced: taken by the relay, and sent back later.
  add constraint mail_out_state_check check (state in ('queued', 'sent', 'failed', 'bounced'));

-- Whoever announces an arrival twice gets an error instead of a second mail.
create unique index mail_out_arrival on mail_out (account_id, fax_id, to_address)
  where template in ('new-fax', 'fax-received');

-- Addresses of an account that mail came back from. A row goes when it is a week old or when the owner says «try again».
create table mail_address (
  account_id bigint not null references account on delete cascade,
  address text collate "C" not null check (address = lower(address)),
  -- Hard bounces since the first of this row.
  bounces int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- From then on nothing about faxes is sent to it.
  suspended_at timestamptz,
  reason text not null check (reason in ('unknown', 'full', 'refused')),
  detail text not null default '',
  primary key (account_id, address)
);

alter table account_settings
  -- What a mail about a received fax brings.
  add fax_copy text not null default 'pdf' check (fax_copy in ('pdf', 'tiff', 'notice')),
  -- Of which sent faxes the owner is told.
  add send_notices text not null default 'failed' check (send_notices in ('none', 'failed', 'all')),
  add send_report boolean not null default false;

-- Each warning once a month, also when two faxes pass the mark at the same time.
create table usage_warning (
  account_id bigint not null references account on delete cascade,
  month date not null,
  percent smallint not null check (percent in (80, 100)),
  primary key (account_id, month, percent)
);

-- One key a domain that mails come from; the private half is sealed.
create table mail_domain_key (
  domain text collate "C" primary key check (domain = lower(domain)),
  selector text not null,
  private_key text not null,
  -- Base64 of the SubjectPublicKeyInfo, as the DNS record has it.
  public_key text not null,
  created_at timestamptz not null default now()
);
