-- Operators look into a mailbox for a written reason, which its owner sees.

alter table mailbox_view
  alter column parent_id drop not null,
  add column operator_id bigint references operator,
  add column reason text not null default '',
  add constraint mailbox_view_by_check
    check (num_nonnulls(parent_id, operator_id) = 1 and (operator_id is null or reason <> ''));
