import { onSessionEnd } from '#web/kit/session-store.ts';
import { createStore } from '#web/ui/store.ts';

/** Files that were dropped or pasted on any page, to be added to the fax being written. */
export interface IncomingFiles {
  files: readonly File[];
  pasted: boolean;
}

/** The files that wait until compose takes them. */
export const incomingFiles = createStore<readonly IncomingFiles[]>([]);

/** Whether files are being dragged over the page. */
export const filesOver = createStore(false);

/** Offers files to the fax being written, now or as soon as compose is open. */
export function offerFiles(offered: IncomingFiles): void {
  incomingFiles.set([...incomingFiles.get(), offered]);
}

// The files belong to one person; nobody else may see them.
onSessionEnd(() => incomingFiles.set([]));
