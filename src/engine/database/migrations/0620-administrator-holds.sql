-- Holds that an administrator has placed on an account of theirs; null: an operator's. Each may have one.
alter table legal_hold add column parent_id bigint references parent;
alter table legal_hold
  drop constraint legal_hold_account_id_fax_id_key,
  add constraint legal_hold_account_id_fax_id_parent_id_key
    unique nulls not distinct (account_id, fax_id, parent_id);
