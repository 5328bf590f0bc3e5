-- Whether somebody wants mails about faxes that are assigned to them and notes that name them.
alter table person add column team_mail boolean not null default true;
