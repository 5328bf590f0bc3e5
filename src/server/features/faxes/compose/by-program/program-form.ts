import { AppError } from '#server/kit/app-error.ts';

import type { UploadForm } from '../upload.ts';

/** Fields that contain JSON, because plain text cannot express their values. */
const JSON_FIELDS = ['cover', 'metadata'];

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/**
 * The form of programs: files are parts named `file`; any other part with a file name is an error that must be
 * reported.
 */
export const programForm: UploadForm = {
  repeated: ['to'],
  place: ({ fieldname, filename }, nth) => {
    if (fieldname !== 'file') throw new AppError('VALIDATION', { fields: { [fieldname]: 'UNKNOWN' } });
    if (!filename) throw new AppError('VALIDATION', { fields: { file: 'NAME_MISSING' } });
    return nth;
  },
};

/** Returns the fields of such a form in the structure of the JSON body. Throws VALIDATION. */
export function bodyOfForm(fields: ReadonlyMap<string, string>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of fields) body[name] = valueOf(name, value);
  return body;
}

function valueOf(name: string, value: string): unknown {
  if (name === 'to')
    return value
      .split(/[,;\n]/u)
      .map((one) => one.trim())
      .filter((one) => one !== '');
  // Files are parts: a field with this name would be lost silently.
  if (name === 'files') throw new AppError('VALIDATION', { fields: { files: 'UNKNOWN' } });
  if (name === 'outside_window') return FLAGS[value.trim()] ?? value;
  if (!JSON_FIELDS.includes(name)) return value;
  const parsed = parsedJson(value);
  if (parsed === undefined) throw new AppError('VALIDATION', { fields: { [name]: 'JSON_INVALID' } });
  return parsed;
}

/** Returns undefined for invalid JSON, or JSON that names a prototype, which JSON bodies may not either. */
function parsedJson(text: string): unknown {
  if (text.includes('__proto__')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
