import { CTRL, keyCaps, KEYS, PALETTE_KEY, SINGLE_KEYS, singleCap } from './hotkeys.ts';
import type { AltKey } from './hotkeys.ts';

type Single = keyof typeof SINGLE_KEYS;

/** An entry of the list: the keys that are pressed together, and the single keys that work while that setting is on. */
const alt = <Label extends string>(label: Label, code: AltKey, ...singles: Single[]) => ({
  ...one(label, ...singles),
  caps: keyCaps(code),
});
const one = <Label extends string>(label: Label, ...singles: Single[]) => ({
  label,
  caps: [],
  singles: singles.map((name) => singleCap(SINGLE_KEYS[name])),
});
const plain = <Label extends string>(label: Label, ...caps: string[]) => ({ label, caps, singles: [] });

/**
 * All shortcuts by place, as the sheet and the shortcuts page list them (SHORT-01 to SHORT-06, spec decisions 6.1); the
 * keys are the constants that the handlers use. Popups have plain keys (spec decisions 6.3); the keys of lists and
 * pages work where the focus is.
 */
export const SHORTCUT_LIST = [
  {
    group: 'shortcuts.group.general',
    entries: [
      plain('palette.open', CTRL, singleCap(PALETTE_KEY)),
      one('shortcuts.key.search', 'search'),
      one('shortcuts.key.sheet', 'sheet'),
      plain('undo.verb', CTRL, 'Z'),
      alt('shortcuts.key.dashboard', KEYS.dashboard),
      alt('shortcuts.key.faxMessages', KEYS.faxMessages),
      alt('shortcuts.key.contacts', KEYS.contacts),
      alt('shortcuts.key.preferences', KEYS.preferences),
      alt('shortcuts.key.newFax', KEYS.add),
    ],
  },
  {
    group: 'shortcuts.group.list',
    entries: [
      one('shortcuts.key.nextPrevious', 'next', 'previous'),
      plain('shortcuts.key.open', 'Enter'),
      one('shortcuts.key.select', 'check'),
      plain('shortcuts.key.selectRange', 'Shift', '↓'),
      plain('shortcuts.key.selectAll', CTRL, 'A'),
      plain('shortcuts.key.archive', singleCap(SINGLE_KEYS.archive)),
      { ...one('shortcuts.key.delete', 'delete'), caps: ['Delete'] },
    ],
  },
  {
    group: 'shortcuts.group.reader',
    entries: [
      one('shortcuts.key.reply', 'reply'),
      one('shortcuts.key.forward', 'forward'),
      plain('shortcuts.key.zoom', '+', '−'),
      plain('shortcuts.key.fitWidth', '0'),
    ],
  },
  {
    group: 'shortcuts.group.fax',
    entries: [
      alt('shortcuts.key.compose', KEYS.add, 'compose'),
      alt('shortcuts.key.discard', KEYS.leave),
      alt('shortcuts.key.send', KEYS.confirm),
      alt('shortcuts.key.sendLater', KEYS.later),
    ],
  },
  {
    group: 'shortcuts.group.popups',
    entries: [plain('shortcuts.key.confirm', 'Enter'), plain('shortcuts.key.decline', 'Esc')],
  },
  {
    group: 'shortcuts.group.contacts',
    entries: [
      alt('shortcuts.key.newContact', KEYS.add),
      alt('shortcuts.key.closeContact', KEYS.leave),
      alt('shortcuts.key.saveContact', KEYS.confirm),
    ],
  },
  {
    group: 'shortcuts.group.preferences',
    entries: [alt('shortcuts.key.save', KEYS.confirm), alt('shortcuts.key.addEmail', KEYS.add)],
  },
] as const;
