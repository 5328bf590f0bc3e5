-- Pages that show the rules ask for them anew when somebody changes one elsewhere.
create trigger arrival_rule_hint after insert or update or delete on arrival_rule
  for each row execute function hint_change('account');
