import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An in-memory WebDAV server (RFC 4918), as strict about missing parents and existing names as Apache's. */
export interface FakeWebdav {
  url: string;
  files: Map<string, Buffer>;
  stop(): Promise<void>;
}

/** The login and password that it accepts. */
export const WEBDAV_LOGIN = 'dropper';
export const WEBDAV_PASSWORD = 'Dav-pass-1';

const parent = (path: string): string => path.replace(/\/[^/]+\/?$/, '') || '/';

function end(response: ServerResponse, status: number, body?: Buffer): void {
  response.writeHead(status).end(body);
}

/** Starts a server with a writable collection `/drop` and a read-only one, `/readonly`. */
export async function startFakeWebdav(): Promise<FakeWebdav> {
  const files = new Map<string, Buffer>();
  const folders = new Set(['/', '/drop', '/readonly']);
  const wanted = `Basic ${Buffer.from(`${WEBDAV_LOGIN}:${WEBDAV_PASSWORD}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname).replace(/\/$/, '');
      const { authorization, destination = '', overwrite } = request.headers;
      if (authorization !== wanted) return end(response, 401);
      if (path.startsWith('/readonly') && request.method !== 'GET') return end(response, 403);
      switch (request.method) {
        case 'PUT':
          if (!folders.has(parent(path))) return end(response, 409);
          files.set(path, Buffer.concat(parts));
          return end(response, 201);
        case 'MKCOL':
          if (folders.has(path)) return end(response, 405);
          folders.add(path);
          return end(response, 201);
        case 'MOVE': {
          const target = decodeURIComponent(new URL(String(destination)).pathname);
          const moved = files.get(path);
          if (!moved) return end(response, 404);
          if (files.has(target) && overwrite === 'F') return end(response, 412);
          files.set(target, moved);
          files.delete(path);
          return end(response, 201);
        }
        case 'DELETE':
          return end(response, files.delete(path) ? 204 : 404);
        default:
          return end(response, files.has(path) ? 200 : 404, files.get(path));
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
