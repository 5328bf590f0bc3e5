import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import {
  describeOriginals,
  sha256Of,
  writeDescription,
} from '#server/features/faxes/files/stored-faxes.service.ts';
import type { Receiver } from './arrivals.store.ts';
import type { ArrivedPages, Arrival } from './arrived-pages.ts';

/** An arrival whose pages are stored. */
interface StoredArrival {
  arrival: Arrival;
  receiver: Receiver;
  storageKey: string;
  pathKey: string;
  pages: ArrivedPages;
}

/** Returns the fax as received if it was not fully understood, so that the account can have it in that form. */
export function originalsOf({ fault, tiff, original }: ArrivedPages, storageKey: string): OriginalFile[] {
  if (fault === null) return [];
  const [name, bytes] = original ? ['original.tiff', original] : ['fax.tiff', tiff];
  const key = `${storageKey}/${name}`;
  return [{ name, type: 'image/tiff', size: bytes.byteLength, key, sha256: sha256Of(bytes) }];
}

/** Writes a description of the fax beside its pages. */
export async function describeArrival(
  files: FileStore,
  { arrival, receiver, storageKey, pathKey, pages }: StoredArrival,
): Promise<void> {
  const at = (arrival.receivedAt ?? new Date()).toISOString();
  await writeDescription(files, storageKey, {
    account: { id: receiver.id, number: receiver.number, brandId: receiver.brandId },
    source: arrival.source,
    createdAt: at,
    pages: pages.count,
    bytes: pages.tiff.byteLength,
    fault: pages.fault,
    tiff: { file: 'fax.tiff', sha256: sha256Of(pages.tiff) },
    originals: describeOriginals(originalsOf(pages, storageKey)),
    call: { lineId: arrival.lineId, callRef: arrival.callRef, called: arrival.called },
    faxes: [
      {
        pathKey,
        direction: 'R',
        other: arrival.caller,
        stationId: arrival.stationId,
        at,
        state: arrival.cutOff === true ? 'FAILED' : 'OK',
        reason: null,
        uncertainPages: null,
        deletedAt: null,
      },
    ],
  });
}
