/** The pictures of the slides, created by test/screenshots/tour.shot.ts from the product itself. */
export type Picture = 'dashboard' | 'faxes' | 'sending' | 'contacts' | 'preferences' | 'menu';

/** A tour: its welcome and its slides, as text keys. */
export interface Tour {
  welcome: 'tour.new.welcome' | 'tour.existing.welcome';
  slides: readonly { key: SlideKey; picture: Picture }[];
}

type SlideKey =
  | `tour.new.${'dashboard' | 'faxes' | 'sending' | 'contacts' | 'preferences'}`
  | `tour.existing.${'look' | 'dashboard' | 'functions' | 'help'}`;

const NEW_USER: Tour = {
  welcome: 'tour.new.welcome',
  slides: [
    { key: 'tour.new.dashboard', picture: 'dashboard' },
    { key: 'tour.new.faxes', picture: 'faxes' },
    { key: 'tour.new.sending', picture: 'sending' },
    { key: 'tour.new.contacts', picture: 'contacts' },
    { key: 'tour.new.preferences', picture: 'preferences' },
  ],
};

const EXISTING_USER: Tour = {
  welcome: 'tour.existing.welcome',
  slides: [
    { key: 'tour.existing.look', picture: 'faxes' },
    { key: 'tour.existing.dashboard', picture: 'dashboard' },
    { key: 'tour.existing.functions', picture: 'sending' },
    { key: 'tour.existing.help', picture: 'menu' },
  ],
};

/** Returns the tour for a tour value: 1 for users of the earlier product; 0 and all others for new users. */
export function tourOf(value: number | undefined): Tour {
  return value === 1 ? EXISTING_USER : NEW_USER;
}
