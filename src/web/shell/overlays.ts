/** The overlays that keys or menus open over the page, loaded together on first use. */
export { AccountSwitcher } from './account-switcher.tsx';
export { Palette } from './palette/palette.tsx';
export { ShortcutsSheet } from './shortcuts-sheet.tsx';
