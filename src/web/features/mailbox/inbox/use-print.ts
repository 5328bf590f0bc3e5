import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { growl } from '#web/ui/growl-store.ts';

/** How long to wait for a page, in ms; after that it is printed without its picture. */
const PAGE_WAIT_MS = 20_000;

/** Returns a function that prints the open fax. It first loads all pages, which otherwise load while scrolling. */
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
