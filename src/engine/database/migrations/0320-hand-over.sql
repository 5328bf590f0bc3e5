-- A portal's ticket, or a login from another brand's page, that meets another session waits for its person's word.
alter table token drop constraint token_purpose_check;
alter table token add constraint token_purpose_check
  check (purpose in ('reset', 'verify', 'sso', 'oauth_state', 'handover'));
