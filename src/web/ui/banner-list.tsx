import { Banner } from './banner.tsx';
import type { BannerTone } from './banner.tsx';
import { createStore, useStore } from './store.ts';

/** How long success banners stay, in ms (SHELL-11). */
export const BANNER_SUCCESS_MS = 3000;
/** How long error banners stay, in ms (SHELL-12). */
export const BANNER_ERROR_MS = 10_000;

interface ListedBanner {
  id: number;
  tone: BannerTone;
  text: string;
}

const listed = createStore<readonly ListedBanner[]>([], 'page');
const LIFE: Record<BannerTone, number | null> = {
  ok: BANNER_SUCCESS_MS,
  bad: BANNER_ERROR_MS,
  info: null,
  warn: null,
};
let nextId = 1;

/** Notices that outlive the page that caused them, such as «Password was changed.» on the login page. */
export const banners = {
  /** Adds a notice; information and warnings stay until closed. */
  add: (tone: BannerTone, text: string): void => {
    const id = nextId++;
    listed.set([...listed.get(), { id, tone, text }]);
    const life = LIFE[tone];
    if (life !== null) setTimeout(() => banners.remove(id), life);
  },
  /** Removes one notice. */
  remove: (id: number): void => listed.set(listed.get().filter((banner) => banner.id !== id)),
  /** Removes all notices. */
  clear: (): void => listed.set([]),
};

/** The list of notices; banners stack. */
export function BannerList(props: { closeLabel: string }) {
  const all = useStore(listed);
  if (all.length === 0) return null;
  return (
    <div className="notes">
      {all.map((banner) => (
        <Banner
          closeLabel={props.closeLabel}
          key={banner.id}
          onClose={() => banners.remove(banner.id)}
          tone={banner.tone}
        >
          {banner.text}
        </Banner>
      ))}
    </div>
  );
}
