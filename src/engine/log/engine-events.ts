import { writerOf } from './port.ts';

/** Everything that the engines write to the log: name, level, sentence, fields. */
export const ENGINE_EVENTS = {
  'converter.libreoffice-started': ['info', 'LibreOffice starts', 'pid'],
  'converter.start-failed': ['error', 'no document converter could be started', 'reason'],
  'cover.not-drawn': ['warn', 'cover page not drawn', 'kind', 'reason', 'detail?'],
  'cover.renderer-failed': ['error', 'the drawer of cover pages did not start', 'detail'],
  'database.connection-lost': ['warn', 'a database connection broke', 'reason'],
  'database.left-running': ['info', 'leaving the database to its other users', 'standing'],
  'database.listen-failed': ['warn', 'cannot listen to the database yet', 'attempt', 'reason'],
  'database.listener-lost': ['warn', 'the listening connection broke', 'reason'],
  'database.migrated': ['info', 'the schema of the database is up to date', 'changes', 'newest'],
  'database.restart-failed': ['error', 'the database could not be started again', 'attempt', 'err'],
  'database.restarted': ['warn', 'the database is back', 'attempt'],
  'database.started': ['info', 'database is up', 'adopted', 'reach'],
  'database.stop-timed-out': ['error', 'database did not stop in time', 'how', 'pid'],
  'database.stopped': ['info', 'database stopped'],
  'database.stray-server-stopped': ['warn', 'stopped a database server whose socket is gone', 'pid', 'how'],
  'database.unreachable': ['warn', 'the database does not answer yet', 'reason'],
  'database.went-away': ['error', 'the database went away, starting it again'],
  'document.not-converted': ['warn', 'document not converted', 'kind?', 'reason?', 'file?', 'detail'],
  'jobs.error': ['error', 'the job queue has a problem', 'reason'],
  'jobs.job-failed': ['warn', 'a job failed', 'job', 'id', 'reason'],
  'jobs.warning': ['warn', 'the job queue warns', 'reason'],
  'line.fax-unreadable': ['error', 'a received fax cannot be read; it stays where it is', 'line', 'reason'],
  'line.look-failed': ['warn', 'a carrier does not tell what became of a fax', 'line', 'reason'],
  'mail-in.certificate-invalid': ['warn', 'the certificate of incoming mail needs a look', 'reason'],
  'mail-in.certificate-renewed': ['info', 'incoming mail uses a renewed certificate'],
  'mail-in.message-failed': ['error', 'a mail could not be taken', 'err'],
  'mail-in.session-failed': ['debug', 'a mail session ended in an error', 'reason'],
  'sandbox.checked': ['info', 'document sandbox works', 'confinement'],
  'sandbox.unavailable': ['warn', 'document sandbox does not work on this machine', 'untrusted'],
  'spool.bucket-away': ['warn', 'the bucket did not take a file; files wait on this machine', 'reason'],
  'spool.count-failed': ['warn', 'what waits for the bucket could not be written down', 'reason'],
  'spool.drained': ['info', 'all files that waited are in the bucket', 'keys'],
  'spool.file-refused': ['error', 'a file was refused while the bucket is away', 'reason'],
  'spool.scan-failed': ['warn', 'files that wait for the bucket cannot be looked at', 'reason'],
  'spool.upload-failed': ['error', 'a file that waits cannot be uploaded; it stays where it is', 'err'],
  'spool.waiting': ['warn', 'files wait for the bucket', 'reason', 'seconds'],
} as const;

/** Writes an event of an engine to the log. */
export const logEvent = writerOf(ENGINE_EVENTS);
