import { createStore } from '#web/ui/store.ts';

/** Files that were dropped or pasted on any page, to be added to the fax being written. */
export interface IncomingFiles {
  files: readonly File[];
  pasted: boolean;
}

/** What waits for compose to take it. */
export const incomingFiles = createStore<readonly IncomingFiles[]>([], 'session');

/** Files are being dragged over the page. */
export const filesOver = createStore(false, 'page');

/** Offers files to the fax being written, now or as soon as compose is open. */
export function offerFiles(offered: IncomingFiles): void {
  incomingFiles.set([...incomingFiles.get(), offered]);
}
