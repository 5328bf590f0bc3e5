/** What lies over the page when a key or a menu asks for it, loaded together the first time. */
export { AccountSwitcher } from './account-switcher.tsx';
export { Palette } from './palette/palette.tsx';
export { ShortcutsSheet } from './shortcuts-sheet.tsx';
