import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RemoteStorage } from './port.ts';

/** An adapter under test: opens storages with one thing wrong, and lists what they hold. */
export interface RemoteStorageRig {
  open(change?: 'wrong-login' | 'read-only' | 'nobody-there' | 'new-folder'): RemoteStorage;
  /** Returns every file below the storage's folder, by its path. */
  files(): Promise<ReadonlyMap<string, Buffer>>;
  stop(): Promise<void>;
}

const file = (fileName: string, bytes: Uint8Array = randomBytes(30_000), folders: string[] = []) => ({
  name: fileName,
  bytes,
  folders,
});

/** Tests the behavior required of every adapter; each one's test calls this with its rig. */
export function describeRemoteStorage(name: string, start: () => Promise<RemoteStorageRig>): void {
  describe(`${name} as a place for copies`, () => {
    let rig: RemoteStorageRig;
    const storages: RemoteStorage[] = [];
    const open = (change?: Parameters<RemoteStorageRig['open']>[0]): RemoteStorage => {
      const drop = rig.open(change);
      storages.push(drop);
      return drop;
    };
    beforeAll(async () => {
      rig = await start();
    });
    afterAll(async () => {
      for (const drop of storages) await drop.close();
      await rig.stop();
    });

    it('keeps a file whole and leaves nothing else', async () => {
      const before = (await rig.files()).size;
      const sent = file('whole.pdf');
      expect(await open().put(sent)).toMatchObject({ kind: 'ok' });
      const files = await rig.files();
      expect(files.get('whole.pdf')).toEqual(Buffer.from(sent.bytes));
      expect(files.size).toBe(before + 1);
    });

    it('has the same file once, however often it is put', async () => {
      const drop = open();
      const sent = file('twice.pdf');
      const before = (await rig.files()).size;
      await drop.put(sent);
      expect(await drop.put(sent)).toMatchObject({ kind: 'ok' });
      expect((await rig.files()).size).toBe(before + 1);
    });

    it('overwrites no other file of the same name', async () => {
      const drop = open();
      const [one, two] = [file('same.pdf'), file('same.pdf')];
      await drop.put(one);
      expect(await drop.put(two)).toMatchObject({ kind: 'ok' });
      const files = await rig.files();
      expect(files.get('same.pdf')).toEqual(Buffer.from(one.bytes));
      expect(files.get('same(1).pdf')).toEqual(Buffer.from(two.bytes));
    });

    it('makes folders that are missing', async () => {
      expect(await open().put(file('deep.pdf', undefined, ['2026-11']))).toMatchObject({ kind: 'ok' });
      expect(await open('new-folder').put(file('first.pdf'))).toMatchObject({ kind: 'ok' });
      expect([...(await rig.files()).keys()]).toContain('2026-11/deep.pdf');
    });

    it('no name leads out of the folder', async () => {
      const outcome = await open().put(file('../../etc/passwd', undefined, ['..', 'a/b']));
      expect(outcome).toMatchObject({ kind: 'ok' });
      expect([...(await rig.files()).keys()].filter((path) => path.includes('passwd'))).toHaveLength(1);
    });

    it('a probe tries everything and leaves nothing', async () => {
      const before = [...(await rig.files()).keys()];
      expect(await open().probe()).toMatchObject({ kind: 'ok' });
      expect([...(await rig.files()).keys()]).toEqual(before);
    });

    it('says what is wrong, also in a probe, and puts nothing', async () => {
      const before = (await rig.files()).size;
      const expected = {
        'wrong-login': /^(LOGIN_REFUSED|ACCESS_REVOKED)$/,
        'read-only': /^FOLDER_REFUSED$/,
        'nobody-there': /^UNREACHABLE$/,
      } as const;
      for (const [change, reason] of Object.entries(expected)) {
        const drop = open(change as keyof typeof expected);
        for (const outcome of [await drop.put(file('never.pdf')), await drop.probe()])
          expect(outcome).toMatchObject({ reason: expect.stringMatching(reason) });
      }
      expect((await rig.files()).size).toBe(before);
    });
  });
}
