-- Until when a carrier wants no orders; kept until it has taken the next one, so that only one call at a time tries.
alter table line add column rest_until timestamptz;
