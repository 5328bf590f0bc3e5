import {
  addSftpStorage,
  externalStorageAccounts,
  sftpStorage,
  changeSftpStorage,
} from '#contract/faxes/storage.ts';
import type { CopyNaming, SftpForm, SftpSettings } from '#contract/faxes/storage.ts';
import { storageDeliveries, storageRetry } from '#contract/faxes/copies.ts';
import { flag } from '#contract/kit/flags.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import type { AnyCaller } from '#server/kit/scope.ts';

import type { StorageLink, StorageService } from './storage.service.ts';

/** Mounts external storage for accounts and, by `uid`, for their administrators (spec http-api 6.4, 8.9). */
export function mountStorage(app: App, storage: StorageService, zone: string): void {
  const time = (at: Date | null): string | null => at && formatWireTime(at, zone);
  const wire = (link: StorageLink): SftpSettings => ({
    id: String(link.id),
    uid: String(link.accountId),
    type: 'sftp',
    status: link.active ? 'Y' : 'N',
    host: link.place.host,
    port: String(link.place.port),
    dir: link.place.folder,
    login: link.place.login,
    pass: '',
    ...storage.secretsOf(link),
    lastError: link.lastError,
    hostKey: link.hostKey,
    offeredHostKey: link.offeredKey,
    ...namingOf(link),
    waiting: link.waiting,
    nextTry: link.waiting > 0 && !link.held && link.active ? time(link.nextAt) : null,
    lastOk: time(link.lastOkAt),
  });

  mount(app, sftpStorage, async ({ caller, query }) =>
    wire(await storage.find((await storage.ownerOf(caller, query)).accountId, 'sftp')),
  );
  const save = async (caller: AnyCaller, body: SftpForm, onlyNew: boolean) =>
    doneWith(wire(await storage.saveSftp(await storage.ownerOf(caller, body), body, onlyNew)));
  mount(app, addSftpStorage, async ({ caller, body }) => await save(caller, body, true));
  mount(app, changeSftpStorage, async ({ caller, body }) => await save(caller, body, false));

  mountCopies(app, storage, zone);

  mount(app, externalStorageAccounts, async ({ caller }) => ({
    data: (await storage.listOf(caller.parentId)).map((one) => ({
      id: String(one.id),
      uid: String(one.uid),
      faxnumber: one.faxNumber,
      email: one.email,
      type: one.kind,
      domain: one.kind === 'egnyte' ? one.place.host : '',
      status: one.active ? ('Y' as const) : ('N' as const),
      lastError: one.lastError,
    })),
  }));
}

function namingOf({
  fileType,
  namePattern,
  byMonth,
}: Pick<StorageLink, 'fileType' | 'namePattern' | 'byMonth'>): CopyNaming {
  return { fileType, namePattern, byMonth: flag(byMonth) };
}

/** Mounts the list of the latest copies and the immediate retry. */
function mountCopies(app: App, storage: StorageService, zone: string): void {
  const time = (at: Date | null): string | null => at && formatWireTime(at, zone);
  mount(app, storageDeliveries, async ({ caller, query }) => {
    const { accountId } = await storage.ownerOf(caller, query);
    const state = await storage.copies(accountId, query.type);
    return {
      ...namingOf(state),
      waiting: state.waiting,
      lastError: state.lastError,
      nextTry: time(state.nextAt),
      deliveries: state.copies.map((copy) => ({
        ...copy,
        id: String(copy.id),
        fid: String(copy.fid),
        at: formatWireTime(copy.at, zone),
        endedAt: time(copy.endedAt),
      })),
    };
  });
  mount(app, storageRetry, async ({ caller, body }) => {
    await storage.retry(await storage.ownerOf(caller, body), body.type);
    return done;
  });
}
