-- What an operator may do in the console; the command line, which needs the machine, may do everything.
alter table operator add column role text not null default 'full' check (role in ('full', 'support', 'finance'));
