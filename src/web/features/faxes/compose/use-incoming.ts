import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { incomingFiles } from '#web/shared/faxes/incoming-files.ts';
import type { IncomingFiles } from '#web/shared/faxes/incoming-files.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { growl } from '#web/ui/growl-store.ts';
import { useStore } from '#web/ui/store.ts';
import { attachmentStore } from './draft-store.ts';

/** What browsers call a picture that was copied and is no file. */
const CLIPBOARD_PICTURE = 'image.png';

/**
 * Adds files that were dropped or pasted on any page to the fax; one that is being sent takes none (`locked`), and one
 * that is about to come is waited for (`waits`).
 */
export function useIncoming(
  add: (files: readonly File[]) => void,
  { locked, waits }: { locked: boolean; waits: boolean },
): void {
  const { t } = useTranslation();
  const incoming = useStore(incomingFiles);
  // Only then it is known whose fax this is.
  const ready = useMainData() !== undefined && !waits;
  useEffect(() => {
    if (incoming.length === 0 || !ready) return;
    incomingFiles.set([]);
    if (locked) growl.error(t('compose.files.locked'));
    else for (const one of incoming) add(named(t, one));
  });
}

/** Pictures from the clipboard get names that tell them apart. */
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
