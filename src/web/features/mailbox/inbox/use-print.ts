import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { growl } from '#web/ui/growl-store.ts';

/** A page that has not come after this long is printed without. */
const PAGE_WAIT_MS = 20_000;

/** Prints the opened fax. Pages load as one scrolls to them; on paper all of them are wanted, so they are fetched first. */
export function usePrint(): () => Promise<void> {
  const { t } = useTranslation();
  return useCallback(async () => {
    growl.wait(t('inbox.printing'));
    const images = [...document.querySelectorAll<HTMLImageElement>('.page-area img')];
    await Promise.all(images.map(loaded));
    growl.clear();
    window.print();
  }, [t]);
}

function loaded(image: HTMLImageElement): Promise<void> {
  image.loading = 'eager';
  if (image.complete) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => resolve();
    image.addEventListener('load', done, { once: true });
    image.addEventListener('error', done, { once: true });
    setTimeout(done, PAGE_WAIT_MS);
  });
}
