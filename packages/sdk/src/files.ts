/** A file to fax: its bytes with a name, or the URL from which the service fetches it. */
export type FaxFile =
  | { name: string; content: Blob | Uint8Array<ArrayBuffer> | string }
  | { url: string; name?: string };

/**
 * Returns the body of a request with its headers: multipart if it contains files, otherwise JSON. Throws TypeError if
 * files and URLs are mixed: a request has one or the other.
 */
export function bodyOf(input: object | undefined): {
  body?: string | FormData;
  headers?: Record<string, string>;
} {
  if (input === undefined) return {};
  const { files, ...fields } = input as { files?: FaxFile[] };
  const contents = files?.filter((file) => 'content' in file) ?? [];
  if (contents.length === 0)
    return { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  if (contents.length < (files?.length ?? 0))
    throw new TypeError('Send files, or addresses of files; not both in one fax.');
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const text of textsOf(value)) form.append(name, text);
  for (const { name, content } of contents)
    form.append('file', content instanceof Blob ? content : new Blob([content]), name);
  return { body: form };
}

/** Returns the form entries of a field: one for each item of a list; objects become JSON. */
function textsOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(String);
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}
