import { openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadStream } from 'node:tty';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { startExchange } from '#test/fax-rig/exchange.ts';
import type { Exchange } from '#test/fax-rig/exchange.ts';
import { until } from '#test/sending-rig.ts';

const CALLED = '3105550111';
const devices = { caller: `/dev/ttyXc${process.pid}`, called: `/dev/ttyXd${process.pid}` };

/** A frame that no other one follows, and DLE ETX (T.31 8.3.3), after which the modem is in command mode again. */
const LAST_FRAME = '\xff\x13\x84\x10\x03';

let folder: string;
let exchange: Exchange;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-exchange-'));
  exchange = await startExchange(folder, [
    { device: devices.caller, numbers: '', callerId: '2125550100' },
    { device: devices.called, numbers: CALLED, callerId: CALLED },
  ]);
});
afterAll(async () => {
  await exchange?.stop();
  await rm(folder, { recursive: true, force: true });
});

type Computer = ReturnType<typeof computerAt>;

/** The program that uses a modem: what it sends, and the modem's response. */
function computerAt(device: string) {
  const file = openSync(device, 'r+');
  const modem = new ReadStream(file);
  let heard = '';
  modem.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')));
  const hears = async (form: RegExp): Promise<string> =>
    await until(
      async () => heard,
      (text) => form.test(text),
    );
  const tells = (command: string): void => {
    heard = '';
    writeSync(file, command, null, 'latin1');
  };
  const says = async (command: string, answer: RegExp): Promise<string> => {
    tells(command);
    return await hears(answer);
  };
  onTestFinished(() => void modem.destroy());
  return { tells, says, hears };
}

/** Returns two computers whose modems have just been connected; the caller is back in command mode. */
async function talk(): Promise<{ caller: Computer; called: Computer }> {
  const [caller, called] = [computerAt(devices.caller), computerAt(devices.called)];
  for (const computer of [caller, called]) await computer.says('AT+FCLASS=1\r', /OK/);
  caller.tells(`ATDT${CALLED}\r`);
  await called.hears(/RING/);
  await called.says('ATA\r', /CONNECT/);
  await caller.says('X', /OK/);
  return { caller, called };
}

describe('a modem whose call is cut off', () => {
  afterEach(() => {
    for (const device of Object.values(devices)) exchange.reset(device);
  });

  it('between two commands of its computer answers the next ones', async () => {
    const { caller, called } = await talk();
    exchange.drop(CALLED);
    await called.hears(/NO CARRIER/);
    for (const computer of [caller, called]) {
      expect(await computer.says('AT+FRS=7\r', /ERROR/)).not.toContain('OK');
      expect(await computer.says('AT+FTS=7\r', /ERROR/)).not.toContain('OK');
    }
  });

  it('while it sends silence, as its computer has told it, answers that', async () => {
    const { called } = await talk();
    await called.says(LAST_FRAME, /OK/);
    await called.says('AT+FTS=255\r', /AT.FTS=255/); // The echo shows that the modem received the command.
    exchange.drop(CALLED);
    expect(await called.hears(/\w\r\n$/)).toMatch(/OK|NO CARRIER/);
  });
});
