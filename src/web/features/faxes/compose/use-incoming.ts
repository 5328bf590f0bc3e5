import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { incomingFiles } from '#web/shared/faxes/incoming-files.ts';
import type { IncomingFiles } from '#web/shared/faxes/incoming-files.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { growl } from '#web/ui/growl-store.ts';
import { useStore } from '#web/ui/store.ts';
import { attachmentStore } from './draft-store.ts';

/** The file name that browsers give to a copied picture that is not a file. */
const CLIPBOARD_PICTURE = 'image.png';

/**
 * Adds files that were dropped or pasted on any page to the fax. A fax that is being sent accepts none (`locked`);
 * waits for a fax that is about to load (`waits`).
 */
export function useIncoming(
  add: (files: readonly File[]) => void,
  { locked, waits }: { locked: boolean; waits: boolean },
): void {
  const { t } = useTranslation();
  const incoming = useStore(incomingFiles);
  // Only then is the owner of this fax known.
  const ready = useMainData() !== undefined && !waits;
  useEffect(() => {
    if (incoming.length === 0 || !ready) return;
    incomingFiles.set([]);
    if (locked) growl.error(t('compose.files.locked'));
    else for (const one of incoming) add(named(t, one));
  });
}

/** Gives pictures from the clipboard distinct names. */
function named(t: TFunction, { files, pasted }: IncomingFiles): readonly File[] {
  if (!pasted) return files;
  const taken = new Set(attachmentStore.get().map(({ name }) => name));
  return files.map((file) => {
    if (file.name !== CLIPBOARD_PICTURE) return file;
    let number = 1;
    while (taken.has(t('compose.files.pasted', { number }))) number += 1;
    const name = t('compose.files.pasted', { number });
    taken.add(name);
    return new File([file], name, { type: file.type });
  });
}
