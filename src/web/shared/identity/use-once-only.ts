import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { confirm } from '#web/ui/confirm.tsx';

/** What can be read this once. */
interface OnceOnly {
  /** It was copied or saved. */
  taken: boolean;
  take: () => void;
  /** Asks, unless it was taken, whether it may go. */
  mayGo: () => Promise<boolean>;
}

/** Asks before something that is never shown again goes uncopied, also when the page or the window is left. */
export function useOnceOnly(signedIn?: () => boolean): OnceOnly {
  const { t } = useTranslation();
  const [taken, setTaken] = useState(false);
  const words = {
    title: t('once.title'),
    body: t('once.text'),
    confirmLabel: t('once.leave'),
    cancelLabel: t('once.stay'),
  };
  useUnsaved(!taken, { words, ...(signedIn && { signedIn }) });
  return {
    taken,
    take: () => setTaken(true),
    mayGo: async () => taken || (await confirm({ ...words, danger: true })),
  };
}
