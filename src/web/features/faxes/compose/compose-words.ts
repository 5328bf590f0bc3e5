import type { TFunction } from 'i18next';
import type { Obstacle, Place } from './compose-checks.ts';
import type { Draft } from './draft-store.ts';

/** The texts about an obstacle: at its place, and in a modal if a requirement asks for one (ERR-01). */
export interface ObstacleWords {
  place: Place;
  inPlace: string;
  modal: { title: string; body: string } | null;
}

/** Keys of the texts by obstacle (COMP-26 to COMP-28, ERR-01, spec decisions 9.2: the modal and the place). */
const OBSTACLES = {
  recipients: {
    place: 'to',
    inPlace: 'compose.to.none',
    modal: ['compose.noRecipients.title', 'compose.noRecipients.text'],
  },
  pages: { place: 'files', inPlace: 'compose.pages.unclear', modal: null },
  unfinished: { place: 'to', inPlace: 'compose.to.unfinished', modal: null },
  nothing: {
    place: 'files',
    inPlace: 'compose.nothing.text',
    modal: ['compose.nothing.title', 'compose.nothing.text'],
  },
  'cover-empty': {
    place: 'cover',
    inPlace: 'compose.cover.emptyTitle',
    modal: ['compose.cover.emptyTitle', 'compose.cover.emptyText'],
  },
  phone: { place: 'phone', inPlace: 'compose.cover.phoneDigits', modal: null },
} as const satisfies Record<
  Obstacle,
  { place: Place; inPlace: string; modal: readonly [string, string] | null }
>;

/** Returns the texts about an obstacle. */
export function obstacleWords(t: TFunction, obstacle: Obstacle): ObstacleWords {
  const { place, inPlace, modal } = OBSTACLES[obstacle];
  return {
    place,
    inPlace: t(inPlace),
    modal: modal === null ? null : { title: t(modal[0]), body: t(modal[1]) },
  };
}

/** Returns what would be lost by discarding; names only what exists. */
export function discardText(t: TFunction, draft: Draft, files: number, unconfirmed: boolean): string {
  if (unconfirmed) return t('compose.discard.unconfirmed');
  const cover = draft.cover.use;
  if (files > 0) return t('compose.discard.withFiles', { count: files });
  return draft.numbers.length > 0 || cover ? t('compose.discard.text') : t('compose.discard.empty');
}
