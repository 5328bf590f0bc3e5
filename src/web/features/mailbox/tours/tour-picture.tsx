import { useSyncExternalStore } from 'react';
import { useTheme } from '#web/kit/theme.ts';
import type { Picture } from './slides.ts';

/** Returns the URL of a picture; this pattern lets the bundler find the files of both themes. */
function addressOf(picture: Picture, look: 'light' | 'dark'): string {
  return new URL(`./pictures/${picture}-${look}.webp`, import.meta.url).href;
}

const dark = matchMedia('(prefers-color-scheme: dark)');

function watchDevice(told: () => void): () => void {
  dark.addEventListener('change', told);
  return () => dark.removeEventListener('change', told);
}

/** A picture of the product in the page's theme. Decorative: the text beside it has the same contents. */
export function TourPicture(props: { picture: Picture }) {
  const device = useSyncExternalStore(watchDevice, () => (dark.matches ? 'dark' : 'light'));
  const chosen = useTheme();
  const look = chosen === 'system' ? device : chosen;
  return (
    <div className="tour-scene">
      <img alt="" height={520} src={addressOf(props.picture, look)} width={1000} />
    </div>
  );
}
