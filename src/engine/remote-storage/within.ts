import type { Socket } from 'node:net';

/**
 * Waits for work over a connection for at most so many milliseconds. Then the connection is ended and this rejects,
 * whether the library that does the work notices the end of its connection or not.
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
    // Work that was given up may still fail; nobody waits for it.
    work.catch(() => undefined);
  }
}
