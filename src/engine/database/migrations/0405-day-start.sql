-- The moment at which a day begins in a zone. Where clocks go back over midnight (Havana, the Azores) its first hour
-- comes twice and begins with the first one; «at time zone» alone takes the second.
create function day_start(day date, zone text) returns timestamptz language sql stable parallel safe
return (
  select case when (early at time zone zone)::date = day then least(early, late) else late end
  from (
    -- Twelve hours after noon of the day before, by the clock that was right then.
    select (day::timestamp - interval '12 hours') at time zone zone + interval '12 hours' as early,
      day::timestamp at time zone zone as late
  ) candidates
);
