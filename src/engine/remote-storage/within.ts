import type { Socket } from 'node:net';

/**
 * Waits for work over a connection for at most this many milliseconds. After that, the connection is closed and this
 * rejects, whether or not the library notices that its connection ended.
 */
export async function within<T>(limitMs: number, socket: Socket, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const watch = setTimeout(
    () => {
      socket.destroy();
      reject(Object.assign(new Error('The server took too long.'), { name: 'TimeoutError' }));
    },
    Math.max(1, limitMs),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(watch);
    // Abandoned work may still fail; nobody handles that.
    work.catch(() => undefined);
  }
}
