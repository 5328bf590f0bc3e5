/** A file to fax: its bytes with a name, or the address where the service fetches it. */
export type FaxFile = { name: string; content: Blob | Uint8Array<ArrayBuffer> | string } | { url: string };

/** The body of a request with its headers: multipart where it carries files, otherwise JSON. */
export function bodyOf(input: object | undefined): {
  body?: string | FormData;
  headers?: Record<string, string>;
} {
  if (input === undefined) return {};
  const { files, ...fields } = input as { files?: FaxFile[] };
  if (!files?.some((file) => 'content' in file))
    return { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  // Everything but the files is one part of JSON: numbers, lists and texts stay what they are.
  form.set('request', JSON.stringify({ ...fields, files: files.filter((file) => 'url' in file) }));
  for (const file of files) if ('content' in file) form.append('file', blobOf(file.content), file.name);
  return { body: form };
}

function blobOf(content: Blob | Uint8Array<ArrayBuffer> | string): Blob {
  return content instanceof Blob ? content : new Blob([content]);
}
