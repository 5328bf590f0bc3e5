-- What multifax administrators do: accounts from the pool, numbers that are ported, domains that may send, usage by day.

-- Senders of these domains may send faxes by e-mail from the account.
create table whitelisted_domain (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- On one account of the whole installation, or a sender would not know from which number the fax leaves.
  domain text collate "C" not null unique check (domain <> '' and domain = lower(domain)),
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create index whitelisted_domain_account on whitelisted_domain (account_id);

-- Domains that nobody may add: everybody has an address there. The operator adds to them.
create table blocked_domain (
  domain text collate "C" primary key check (domain = lower(domain)),
  reason text not null default 'public'
);
insert into blocked_domain (domain)
select unnest(array[
  'gmail.com', 'googlemail.com', 'yahoo.com', 'ymail.com', 'rocketmail.com', 'yahoo.co.uk', 'yahoo.ca', 'yahoo.de',
  'yahoo.fr', 'yahoo.es', 'yahoo.it', 'yahoo.co.in', 'yahoo.com.br', 'yahoo.com.mx', 'outlook.com', 'outlook.de',
  'outlook.fr', 'outlook.es', 'hotmail.com', 'hotmail.co.uk', 'hotmail.de', 'hotmail.fr', 'hotmail.es', 'hotmail.it',
  'live.com', 'live.co.uk', 'live.de', 'live.fr', 'live.ca', 'msn.com', 'passport.com', 'icloud.com', 'me.com',
  'mac.com', 'aol.com', 'aim.com', 'love.com', 'games.com', 'verizon.net', 'att.net', 'sbcglobal.net',
  'bellsouth.net', 'pacbell.net', 'comcast.net', 'xfinity.com', 'cox.net', 'charter.net', 'spectrum.net',
  'rr.com', 'twc.com', 'earthlink.net', 'mindspring.com', 'optonline.net', 'optimum.net', 'suddenlink.net',
  'frontier.com', 'frontiernet.net', 'windstream.net', 'centurylink.net', 'q.com', 'embarqmail.com', 'juno.com',
  'netzero.net', 'netzero.com', 'roadrunner.com', 'cableone.net', 'mediacombb.net', 'wowway.com', 'tds.net',
  'sympatico.ca', 'rogers.com', 'shaw.ca', 'telus.net', 'videotron.ca', 'bell.net', 'gmx.com', 'gmx.net', 'gmx.de',
  'gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'freenet.de', 'arcor.de', '1und1.de', 'mail.com', 'email.com',
  'usa.com', 'post.com', 'europe.com', 'mail.ru', 'bk.ru', 'inbox.ru', 'list.ru', 'yandex.com', 'yandex.ru',
  'ya.ru', 'rambler.ru', 'proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me', 'tutanota.com', 'tutanota.de',
  'tuta.com', 'tuta.io', 'fastmail.com', 'fastmail.fm', 'hushmail.com', 'zoho.com', 'zohomail.com', 'hey.com',
  'mailbox.org', 'posteo.de', 'startmail.com', 'runbox.com', 'orange.fr', 'wanadoo.fr', 'free.fr', 'laposte.net',
  'sfr.fr', 'neuf.fr', 'libero.it', 'virgilio.it', 'tiscali.it', 'alice.it', 'tin.it', 'btinternet.com',
  'btopenworld.com', 'sky.com', 'talktalk.net', 'virginmedia.com', 'ntlworld.com', 'blueyonder.co.uk', 'o2.pl',
  'wp.pl', 'onet.pl', 'interia.pl', 'seznam.cz', 'centrum.cz', 'bigpond.com', 'optusnet.com.au', 'xtra.co.nz',
  'qq.com', '163.com', '126.com', 'sina.com', 'foxmail.com', 'aliyun.com', 'naver.com', 'daum.net', 'hanmail.net',
  'rediffmail.com', 'uol.com.br', 'bol.com.br', 'terra.com.br', 'ig.com.br', 'mailinator.com', 'guerrillamail.com',
  '10minutemail.com', 'yopmail.com', 'trashmail.com', 'temp-mail.org', 'sharklasers.com', 'getnada.com',
  'maildrop.cc', 'dispostable.com', 'throwawaymail.com', 'mailnesia.com', 'mintemail.com', 'onmicrosoft.com'
]);

-- A number that comes from another carrier, or one that has to be ordered because the pool had none.
create table port_order (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- Null: any new number of the kind.
  digits text collate "C" check (digits ~ '^[0-9]{10}$'),
  kind text not null check (kind in ('port', 'tollfree')),
  state text not null default 'new' check (state in ('new', 'submitted', 'accepted', 'done', 'rejected')),
  reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (kind <> 'port' or digits is not null)
);
-- One customer at a time can bring a number along, and an account waits for one number.
create unique index port_order_number on port_order (digits) where state in ('new', 'submitted', 'accepted');
create unique index port_order_account on port_order (account_id) where state in ('new', 'submitted', 'accepted');
create index port_order_of_account on port_order (account_id);
insert into port_order (account_id, digits, kind)
select id, pending_number, 'port' from account where pending_number is not null and fax_number is null;

-- Who had the number last, for as long as it rests.
alter table number add column last_account_id bigint references account on delete set null;
create index number_resting on number (quarantine_until) where state = 'quarantine';

-- What each kind of account is sold as; without a product of its kind a brand sells none.
insert into product (brand_id, code, type, name)
select b.id, p.code, p.type, p.name
from brand b
cross join (values
  ('MF-TOLLFREE', 'tollfree', 'Toll free fax number'), ('MF-LOCAL', 'local', 'Local fax number'),
  ('MF-CUSTOM', 'custom', 'Ported fax number'), ('MF-EGNYTE', 'egnyte', 'Fax number with Egnyte storage')
) as p (code, type, name)
on conflict do nothing;

-- Pages by day of the server zone. sent_pages and rcvd_pages are written with each fax; what administrators see is
-- what the last roll-up has copied (contract 8.11), so a page counted late appears with the next one.
create table usage_day (
  account_id bigint not null references account on delete cascade,
  day date not null,
  sent_pages int not null default 0,
  rcvd_pages int not null default 0,
  shown_sent int not null default 0,
  shown_rcvd int not null default 0,
  primary key (account_id, day)
) with (fillfactor = 70);
-- The roll-up looks at the days since the one before; the column never changes, so updates stay on their page.
create index usage_day_day on usage_day (day);

create table usage_rollup (
  only_one boolean primary key default true check (only_one),
  through timestamptz
);
insert into usage_rollup default values;

-- An administrator's accounts in the orders of the list; closed ones belong to nobody.
drop index account_parent;
create index account_parent on account (parent_id, id) include (state, fax_number) where parent_id is not null;

-- The audit trail of an administrator, newest first.
create index audit_parent on audit (actor_id, id) where actor_kind = 'parent';
