import type { SendBody } from '#contract/v1/send.ts';
import { AppError } from '#server/kit/app-error.ts';

/** Maps field names of the web form to field names of the API. */
const NAMES: Readonly<Record<string, string>> = {
  destinations: 'to',
  to_person: 'cover/to_name',
  to_company: 'cover/to_company',
  to_location: 'cover/to_location',
  to_phone: 'cover/to_phone',
  regarding: 'cover/subject',
  comments: 'cover/message',
  footer: 'cover/footer',
  from_person: 'cover/from_name',
  from_company: 'cover/from_company',
  from_location: 'cover/from_location',
  from_phone: 'cover/from_phone',
  template_id: 'cover/template',
};

/** Returns the fields of a send in the web form's structure, so that both are processed the same way from here on. */
export function fieldsOf(body: SendBody): Map<string, string> {
  const { cover } = body;
  const fields = new Map([
    ['destinations', body.to.join(';')],
    ['photos', body.photos],
    ['outside_window', body.outside_window ? '1' : '0'],
    ['send_at', body.send_at ?? ''],
    ['send_zone', body.send_zone ?? ''],
    ['coverpage', cover ? '1' : '0'],
  ]);
  for (const [form, path] of Object.entries(NAMES)) {
    const name = path.replace('cover/', '') as keyof NonNullable<SendBody['cover']>;
    const value = path.startsWith('cover/') ? cover?.[name] : undefined;
    if (value !== undefined) fields.set(form, String(value));
  }
  return fields;
}

/** Returns the same error with the API's field names. */
export function inApiWords(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.fields) return error;
  const { code, params, sentence, retryAfterSeconds, cause } = error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, fault]) => [
      NAMES[name] ?? (/^(?:drafts|pages)\[/u.test(name) ? 'draft' : name),
      fault,
    ]),
  );
  return new AppError(code, {
    fields,
    params,
    sentence,
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
