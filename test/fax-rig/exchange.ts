import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

import { endTree, launch } from './processes.ts';

/** How many times faster than a telephone network; beyond that HylaFAX's own waits take longer than the calls. */
export const SPEED = 8;

/** Numbers with this prefix are outside the exchange. */
export const OUTSIDE = '646555';

/** A modem of the exchange: its device under /dev, the numbers that ring at it, and its caller ID. */
export interface Modem {
  device: string;
  /** In the format of exchange.c; empty for a modem that only dials. */
  numbers: string;
  callerId: string;
}

/** A telephone exchange with modems that programs can open. */
export interface Exchange {
  /** Cuts off the calls to this number. */
  drop(number: string): void;
  /**
   * Calls a modem from outside, as G.711 over RTP from this port; returns the port of the other end, null without an
   * answer.
   */
  call(number: string, port: number): Promise<number | null>;
  /**
   * Handles calls to numbers that begin with OUTSIDE: `ring` receives the port of their audio, and returns the port
   * that answers.
   */
  onRing(ring: (number: string, port: number) => Promise<number>): void;
  /** Ends the call from or to the outside. */
  hangUp(): void;
  /** Resets a modem, as when its computer dies. */
  reset(device: string): void;
  stop(): Promise<void>;
}

/** Builds the exchange in the folder and starts it; telephones ring for `ringing` seconds of its time. */
export async function startExchange(
  folder: string,
  modems: readonly Modem[],
  ringing = 40,
): Promise<Exchange> {
  const program = join(folder, 'exchange');
  const source = join(import.meta.dirname, 'exchange.c');
  execFileSync('gcc', ['-O2', '-o', program, source, '-lspandsp', '-ltiff', '-lutil', '-lm']);
  const lines = modems.map(({ device, numbers, callerId }) => `${device}:${numbers}:${callerId}`);
  const child = launch(
    program,
    ['-x', String(SPEED), '-a', String(ringing), '-o', `${OUTSIDE}*,1${OUTSIDE}*`, ...lines],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  const said = child.stdout && createInterface(child.stdout);
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the exchange ended with ${code}`)));
    said?.once('line', () => resolve());
  });
  return {
    drop: (number) => child.stdin?.write(`drop ${number}\n`),
    call: async (number, port) => {
      child.stdin?.write(`call ${number} ${port}\n`);
      return await new Promise((resolve) => {
        said?.once('line', (line) => resolve(Number(/^answered (\d+)$/.exec(line)?.[1] ?? 0) || null));
      });
    },
    onRing: (ring) => {
      said?.on('line', (line) => {
        const [, number = '', port = ''] = /^rings 1?(\d+) (\d+)$/.exec(line) ?? [];
        if (number === '') return;
        void ring(number, Number(port)).then((ours) => child.stdin?.write(`answer ${ours}\n`));
      });
    },
    hangUp: () => child.stdin?.write('hang up\n'),
    reset: (device) => child.stdin?.write(`reset ${device}\n`),
    stop: async () => {
      await endTree(child.pid ?? 0);
      for (const { device } of modems) await rm(device, { force: true });
    },
  };
}
