-- What a product says beyond its price: its accounts hold health records, it is still sold, administrators may look.

alter table product
  add column hipaa boolean not null default false,
  add column active boolean not null default true,
  -- The administrator who pays may look into the mailbox, and never change anything in it.
  add column parent_view boolean not null default false;
