import { z } from 'zod';

const DECIMAL = /^\d+(\.\d+)?$/;
/** Off or on. */
export const flag = z.enum(['0', '1']).transform((value) => value === '1');
/** A number of units, from 1 up; less would round to nothing, and more than `most` fits no column. */
export const amount = (unit: string, most: number) =>
  z
    .string()
    .regex(DECIMAL, `must be 1 to ${most} ${unit}`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= most, `must be 1 to ${most} ${unit}`);
/** An address to connect to or listen on. */
export const hostPort = z
  .string()
  .regex(/^(?:\[[0-9a-fA-F:]+\]|[^:\s]+):\d{1,5}$/, 'must be host:port')
  .transform((value) => {
    const at = value.lastIndexOf(':');
    return { host: value.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(value.slice(at + 1)) };
  })
  .refine(({ port }) => port <= 65_535, 'has a port above 65535');
/** Words separated by commas. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
/** The roles that a process runs. */
export const roles = list.pipe(
  z.array(z.enum(['web', 'worker', 'smtp'])).min(1, 'must name at least one role'),
);
/** The four waits between five attempts. */
export const minutes = list
  .pipe(
    z.array(z.string().regex(DECIMAL, 'must be minutes joined by commas')).length(4, 'must be four waits'),
  )
  .transform((values) => values.map(Number));
/** Room for something; 0: none. */
export const mebibytes = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,6})$/, 'must be a number of MiB')
  .transform(Number);
/** How many days something is kept. */
export const days = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be 1 to 99999 days')
  .transform(Number);
/** A whole number of units; a zero would turn the product off. */
export const whole = (unit: string, most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, `must be 1 to ${most} ${unit}`)
    .transform(Number)
    .refine((value) => value <= most, `must be 1 to ${most} ${unit}`);
/** The same, or 0 for none or never. */
export const wholeOrNone = (unit: string, most: number) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,5})$/, `must be 0 to ${most} ${unit}`)
    .transform(Number)
    .refine((value) => value <= most, `must be 0 to ${most} ${unit}`);
/** Days after which something happens; 0: never. */
export const daysOrNever = wholeOrNone('days', 99_999);
/** A time of day on a clock of 24 hours. */
export const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day like 03:00')
  .transform((value) => ({ hour: Number(value.slice(0, 2)), minute: Number(value.slice(3)) }));
/** An IANA time zone. */
export const zone = z
  .string()
  .refine(
    (value) => Intl.supportedValuesOf('timeZone').includes(value) || value === 'UTC',
    'is no IANA time zone',
  );

/** One environment variable: its default as written, how it is read, what it means. */
interface Setting {
  fallback: string;
  schema: z.ZodType;
  meaning: string;
}

/** Creates a row of the settings table. */
export function setting<S extends z.ZodType>(fallback: string, schema: S, meaning: string) {
  return { fallback, schema, meaning } satisfies Setting & { schema: S };
}
