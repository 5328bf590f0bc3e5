import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { endTree, killTree, launch } from '../fax-rig/processes.ts';
import { freePort } from '../free-ports.ts';

/** The rtpengine that relays media: its control port, and whether it turns T.38 into G.711. */
export interface MediaRelay {
  port: number;
  gateway: boolean;
}

/**
 * Starts a kamailio that hashes passwords with this algorithm; with a certificate it uses TLS instead of TCP. `trunk`
 * is its address.
 */
export async function startKamailio(
  algorithm: 'MD5' | 'SHA-256',
  { tls, relay }: { tls?: { cert: string; key: string }; relay?: MediaRelay } = {},
): Promise<{ trunk: string; kill(): void; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-kamailio-'));
  const port = await freePort();
  const template = await readFile(join(import.meta.dirname, 'kamailio.cfg'), 'utf8');
  const config = join(folder, 'kamailio.cfg');
  const written = template
    .replace('MEDIA_PORT', String(relay?.port))
    .replaceAll('PORT', String(port))
    .replaceAll('FOLDER', folder)
    .replace('ALGORITHM', algorithm);
  await writeFile(config, written);
  if (tls) {
    await writeFile(join(folder, 'cert.pem'), tls.cert);
    await writeFile(join(folder, 'key.pem'), tls.key);
  }
  // -DD: in the foreground, with its children; -Y stores its files in the folder.
  const child = launch(
    'kamailio',
    [
      '-f',
      config,
      '-DD',
      '-E',
      '-w',
      folder,
      '-Y',
      folder,
      '-P',
      join(folder, 'pid'),
      ...[tls && 'TLS', relay && 'RELAY', relay?.gateway && 'GATEWAY'].flatMap((name) =>
        name ? ['-A', name] : [],
      ),
    ],
    {
      stdio: 'ignore',
    },
  );
  for (let listens = false; !listens;) {
    listens = await new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true));
      probe.on('error', () => resolve(false)).on('connect', () => probe.destroy());
    });
    if (!listens) await pause(20);
    if (child.exitCode !== null) throw new Error('kamailio does not start');
  }
  return {
    trunk: `sip:localhost:${port}`,
    kill: () => killTree(child.pid ?? 0),
    stop: async () => {
      await endTree(child.pid ?? 0);
      await rm(folder, { recursive: true });
    },
  };
}
