/** The product cannot listen on an address; the message is for the person who starts it. */
export class ListenRefusal extends Error {}

/** The cause and the remedy, by error code of the operating system. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Stop that program, or choose another port',
  EACCES: 'needs more rights: ports below 1024 are for root. Choose another port',
  EADDRNOTAVAIL: 'is not an address of this machine. Choose another one',
  ENOTFOUND: 'is not an address of this machine. Choose another one',
};

/**
 * Opens a listener. If the system refuses, throws a ListenRefusal that names the address, the reason and the setting to
 * change; rethrows other errors.
 */
export async function listenAt<T>(
  setting: string,
  { host, port }: { host: string; port: number },
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    throw new ListenRefusal(`${address} ${reason} (${setting}).`, { cause: error });
  }
}
