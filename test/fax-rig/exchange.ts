import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

import { endTree, launch } from './processes.ts';

/** Eight times faster than a telephone network; above it HylaFAX's own waits take longer than the calls. */
const SPEED = 8;

/** A modem of the exchange: its device under /dev, the numbers that ring at it, and what called parties see. */
export interface Modem {
  device: string;
  /** As exchange.c reads them; empty for one that only dials. */
  numbers: string;
  callerId: string;
}

/** A telephone exchange with modems that programs can open. */
export interface Exchange {
  /** Cuts off the calls to this number. */
  drop(number: string): void;
  /** Does to a modem what a computer that dies does. */
  reset(device: string): void;
  stop(): Promise<void>;
}

/** Builds the exchange in the folder and starts it; telephones ring for so many seconds of its time. */
export async function startExchange(
  folder: string,
  modems: readonly Modem[],
  ringing = 40,
): Promise<Exchange> {
  const program = join(folder, 'exchange');
  const source = join(import.meta.dirname, 'exchange.c');
  execFileSync('gcc', ['-O2', '-o', program, source, '-lspandsp', '-ltiff', '-lutil', '-lm']);
  const lines = modems.map(({ device, numbers, callerId }) => `${device}:${numbers}:${callerId}`);
  const child = launch(program, ['-x', String(SPEED), '-a', String(ringing), ...lines], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the exchange ended with ${code}`)));
    if (child.stdout) createInterface(child.stdout).once('line', () => resolve());
  });
  return {
    drop: (number) => child.stdin?.write(`drop ${number}\n`),
    reset: (device) => child.stdin?.write(`reset ${device}\n`),
    stop: async () => {
      await endTree(child.pid ?? 0);
      for (const { device } of modems) await rm(device, { force: true });
    },
  };
}
