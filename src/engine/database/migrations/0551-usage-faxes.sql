-- Faxes by day, beside their pages. Null for days that began before they were counted: also where the release before
-- began the row, so that no day tells half of its faxes.
alter table usage_day add column sent_faxes int, add column rcvd_faxes int;
