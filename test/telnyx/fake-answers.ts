import type { IncomingMessage, ServerResponse } from 'node:http';

/** Returns an error in the carrier's form (schema ErrorResponse). */
export function error(code: string, title: string): object {
  return { errors: [{ code, title, detail: title }] };
}

/** Responds with JSON, or with an empty body. */
export function answer(
  response: ServerResponse,
  status: number,
  body?: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Returns the whole body of a request. */
export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
