import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

import type { FaxLine, WaitingArrival } from '#engine/fax-line/port.ts';
import { sipLine } from '#engine/fax-line/sip/sip.ts';

import { freePort } from '../free-ports.ts';
import { pairsOf, trust } from '../tls-pairs.ts';
import { SPEED, sipSettings } from './far-end.ts';
import { startKamailio } from './kamailio.ts';
import type { MediaRelay } from './kamailio.ts';

/** Our lines behind a kamailio that requires passwords. */
export interface KamailioLines {
  readonly lineOf: (user: string, options?: string, more?: object) => FaxLine;
  /** Starts a line that is registered and answers; `came` returns the next fax. */
  readonly answering: (
    user: string,
    options?: string,
  ) => Promise<{
    stop(): Promise<void>;
    came(): Promise<{ arrival: WaitingArrival; pages: Uint8Array }>;
  }>;
  stop(): Promise<void>;
}

/**
 * Starts a kamailio with a transport like `;transport=tls` (empty for UDP), and returns functions that open lines over
 * it. `speed` is how many times faster than a telephone network their calls run.
 */
export async function startKamailioLines(
  algorithm: 'MD5' | 'SHA-256',
  transport: '' | ';transport=tcp' | ';transport=tls',
  { relay, speed = SPEED }: { relay?: MediaRelay; speed?: number } = {},
): Promise<KamailioLines> {
  const theirs = pairsOf('localhost').good;
  const ours = pairsOf('fax.test').good;
  const folder = await mkdtemp(join(tmpdir(), 'f2e-kamailio-test-'));
  await writeFile(join(folder, 'cert.pem'), ours.cert);
  await writeFile(join(folder, 'key.pem'), ours.key);
  const distrust = trust([theirs]);
  const kamailio = await startKamailio(algorithm, {
    ...(transport === ';transport=tls' && { tls: theirs }),
    relay,
  });
  const lineOf: KamailioLines['lineOf'] = (user, options = '', more = {}) => {
    const settings = sipSettings({
      trunk: kamailio.trunk + transport,
      user,
      password: `secret-${user}`,
      sipOptions: `domain=fax.test&${options}`,
      ...more,
    });
    return sipLine('*', { settings, folder: join(folder, user), speed });
  };

  const answering: KamailioLines['answering'] = async (user, options = '') => {
    const listen = `127.0.0.1:${await freePort()}`;
    const certificate = `cert=${join(folder, 'cert.pem')}&key=${join(folder, 'key.pem')}`;
    const encrypted = transport === ';transport=tls' ? `&${certificate}` : '';
    const line = lineOf(user, `register=yes${encrypted}${options}`, { listen });
    const came = Promise.withResolvers<void>();
    const answers = await line.answer?.({
      answerFor: async () => ({ kind: 'answer', stationId: '+1 310 555 0142' }),
      failed: (reason) => process.stderr.write(`${reason}\n`),
      arrived: () => came.resolve(),
    });
    await expect.poll(async () => await line.check()).toEqual({ ok: true });
    return {
      stop: async () => await answers?.stop(),
      came: async (): Promise<{ arrival: WaitingArrival; pages: Uint8Array }> => {
        await came.promise;
        const listed = await line.arrivals?.list();
        const arrival = listed?.kind === 'ok' ? listed.value[0] : undefined;
        const fetched = arrival && (await line.arrivals?.fetch(arrival));
        if (!arrival || fetched?.kind !== 'ok') throw new Error('nothing came');
        return { arrival, pages: fetched.value };
      },
    };
  };
  return {
    lineOf,
    answering,
    stop: async () => {
      distrust();
      await kamailio.stop();
      await rm(folder, { recursive: true });
    },
  };
}
