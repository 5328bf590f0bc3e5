/** The logger that this folder needs; a pino logger fits. Fields carry names and numbers, never SQL text or values. */
export interface DatabaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
