-- Deleting can be undone, so accounts that are added from now on are not asked before. Others keep what they have.
alter table account_settings alter column warn_delete set default false;
