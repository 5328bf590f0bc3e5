-- How the photos of an unsent fax become dots: quick to send, or with all the detail that a fax can have.
alter table draft add column photos text not null default 'quick' check (photos in ('quick', 'fine'));
