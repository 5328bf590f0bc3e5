import { randomBytes } from 'node:crypto';

/** Returns a multipart form with one TIFF (RFC 7578); the random boundary practically cannot occur in a document. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  file: { field: string; name: string; bytes: Uint8Array },
): { body: Uint8Array; type: string } {
  const boundary = `f2e${randomBytes(24).toString('hex')}`;
  const head = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const part =
    `--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${file.name}"\r\n` +
    'content-type: image/tiff\r\n\r\n';
  const body = Buffer.concat([
    Buffer.from(head.join('') + part),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}
