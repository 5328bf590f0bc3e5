-- Minutes without use after which a browser is logged out, where the account wants fewer than the installation's.
alter table account_settings add column idle_minutes int check (idle_minutes between 5 and 60);
