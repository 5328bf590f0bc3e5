import { useSyncExternalStore } from 'react';
import { useTheme } from '#web/kit/theme.ts';
import type { Picture } from './slides.ts';

const PICTURES: Record<Picture, { light: string; dark: string }> = {
  dashboard: {
    light: new URL('./pictures/dashboard-light.webp', import.meta.url).href,
    dark: new URL('./pictures/dashboard-dark.webp', import.meta.url).href,
  },
  faxes: {
    light: new URL('./pictures/faxes-light.webp', import.meta.url).href,
    dark: new URL('./pictures/faxes-dark.webp', import.meta.url).href,
  },
  sending: {
    light: new URL('./pictures/sending-light.webp', import.meta.url).href,
    dark: new URL('./pictures/sending-dark.webp', import.meta.url).href,
  },
  contacts: {
    light: new URL('./pictures/contacts-light.webp', import.meta.url).href,
    dark: new URL('./pictures/contacts-dark.webp', import.meta.url).href,
  },
  preferences: {
    light: new URL('./pictures/preferences-light.webp', import.meta.url).href,
    dark: new URL('./pictures/preferences-dark.webp', import.meta.url).href,
  },
  menu: {
    light: new URL('./pictures/menu-light.webp', import.meta.url).href,
    dark: new URL('./pictures/menu-dark.webp', import.meta.url).href,
  },
};

const dark = matchMedia('(prefers-color-scheme: dark)');

function watchDevice(told: () => void): () => void {
  dark.addEventListener('change', told);
  return () => dark.removeEventListener('change', told);
}

/** A picture of the product in the look that the page has. The words beside it say the same, so that it needs none itself. */
export function TourPicture(props: { picture: Picture }) {
  const device = useSyncExternalStore(watchDevice, () => (dark.matches ? 'dark' : 'light'));
  const chosen = useTheme();
  const look = chosen === 'system' ? device : chosen;
  return (
    <div className="tour-scene">
      <img alt="" height={520} src={PICTURES[props.picture][look]} width={1000} />
    </div>
  );
}
