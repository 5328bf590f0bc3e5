/** Severity of a log line; `F2E_LOG` sets the lowest level that is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Level, sentence and names of the fields of an event; `?` marks a field that may be missing. */
export type LogEvents = Readonly<Record<string, readonly [LogLevel, string, ...string[]]>>;

/** The part of a logger that is needed to write lines of these levels; a pino logger fits. */
export type LogOf<Level extends LogLevel> = {
  readonly [Each in Level]: (fields: object, message: string) => void;
};

type NameOf<Row> = Row extends readonly [LogLevel, string, ...infer Names extends string[]]
  ? Names[number]
  : never;

type FieldsOf<Row> = {
  readonly [Name in NameOf<Row> as Name extends `${string}?` ? never : Name]: unknown;
} & {
  readonly [Name in NameOf<Row> as Name extends `${infer Bare}?` ? Bare : never]?: unknown;
};

type WriteLog<Events extends LogEvents> = <Event extends keyof Events & string>(
  log: LogOf<Events[Event][0]> | undefined,
  event: Event,
  fields: FieldsOf<Events[Event]>,
) => void;

/**
 * Returns the only function that writes to the log: it accepts an event of this table with exactly its fields, so that
 * unknown events and unknown fields do not compile. The line has the event's name as `event` and its sentence as `msg`.
 * Without a log, nothing is written.
 */
export function writerOf<const Events extends LogEvents>(events: Events): WriteLog<Events> {
  const rows: LogEvents = events;
  return (log: Partial<LogOf<LogLevel>> | undefined, event: string, fields: object) => {
    const [level, message] = rows[event] ?? [];
    if (level !== undefined && message !== undefined) log?.[level]?.({ event, ...fields }, message);
  };
}
