-- Rules that an account has for arriving faxes, and what they did.
create table arrival_rule (
  account_id bigint not null references account on delete cascade,
  id bigint generated always as identity,
  position int not null,
  name text not null check (name <> ''),
  active boolean not null,
  match text not null check (match in ('all', 'any')),
  conditions jsonb not null,
  actions jsonb not null,
  stop boolean not null,
  primary key (account_id, id)
);

-- Received faxes that the rules have not looked at yet. Whoever removes a row looks at the fax, so that happens once.
create table rule_arrival (
  account_id bigint not null,
  fax_id bigint not null,
  -- A rule of another account forwarded it.
  by_rule boolean not null,
  primary key (account_id, fax_id),
  foreign key (account_id, fax_id) references fax on delete cascade
);

-- What a rule did with a fax. The rule may be gone, its name stays.
create table fax_rule (
  account_id bigint not null,
  fax_id bigint not null,
  rule_id bigint not null,
  name text not null,
  at timestamptz not null default now(),
  -- Objects with kind, what and outcome.
  did jsonb not null,
  primary key (account_id, fax_id, rule_id),
  foreign key (account_id, fax_id) references fax on delete cascade
);
create index fax_rule_by_rule on fax_rule (account_id, rule_id, at);

alter table send_job
  drop constraint send_job_origin_check;
alter table send_job
  add constraint send_job_origin_check
    check (origin in ('web', 'email', 'egnyte', 'resend', 'operator', 'api', 'rule')) not valid;
