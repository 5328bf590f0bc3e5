-- When an operator gave up a fax whose pages could not be fetched from its carrier; its state is «taken», for nobody
-- fetches it any more. The row stays as long as others that are taken: a carrier that announces the fax again is known.
alter table line_arrival add column discarded_at timestamptz;
