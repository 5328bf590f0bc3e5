import { describe, expect, it } from 'vitest';
import { commandFor } from './list-keys.ts';
import type { KeyPress } from './list-keys.ts';

const ORDER = Array.from({ length: 25 }, (_, i) => `f${i}`);
const press = (key: string, held: Partial<KeyPress> = {}, active = 'f3') =>
  commandFor({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, ORDER, active);

describe('keys of the fax list', () => {
  it('moves with arrows, pages and ends, and stops at both', () => {
    expect(press('ArrowDown')).toEqual({ kind: 'move', to: 'f4', extend: false });
    expect(press('ArrowUp')).toEqual({ kind: 'move', to: 'f2', extend: false });
    expect(press('ArrowUp', {}, 'f0')).toEqual({ kind: 'move', to: 'f0', extend: false });
    expect(press('ArrowDown', {}, 'f24')).toEqual({ kind: 'move', to: 'f24', extend: false });
    expect(press('PageDown')).toEqual({ kind: 'move', to: 'f13', extend: false });
    expect(press('Home')).toEqual({ kind: 'move', to: 'f0', extend: false });
    expect(press('End')).toEqual({ kind: 'move', to: 'f24', extend: false });
  });

  it('moves while a key is held, and acts once', () => {
    expect(press('ArrowDown', { repeat: true })).toEqual({ kind: 'move', to: 'f4', extend: false });
    for (const key of ['Delete', 'Backspace', 'e']) expect(press(key, { repeat: true })).toBeNull();
  });

  it('extends with Shift', () => {
    expect(press('ArrowDown', { shiftKey: true })).toEqual({ kind: 'move', to: 'f4', extend: true });
    expect(press('End', { shiftKey: true })).toEqual({ kind: 'move', to: 'f24', extend: true });
  });

  it('checks with Space, opens with Enter, acts with Delete and E', () => {
    expect(press(' ')).toEqual({ kind: 'toggle', id: 'f3' });
    expect(press('Enter')).toEqual({ kind: 'open', id: 'f3' });
    expect(press('Delete')).toEqual({ kind: 'delete', id: 'f3' });
    expect(press('e')).toEqual({ kind: 'archive', id: 'f3' });
    expect(press('Escape')).toEqual({ kind: 'clear' });
  });

  it('checks all with Ctrl+A and leaves every other combination to the browser and the shell', () => {
    expect(press('a', { ctrlKey: true })).toEqual({ kind: 'all' });
    expect(press('A', { metaKey: true })).toEqual({ kind: 'all' });
    expect(press('Delete', { ctrlKey: true })).toBeNull();
    expect(press('E', { altKey: true, shiftKey: true })).toBeNull();
    expect(press('ArrowDown', { altKey: true })).toBeNull();
    expect(press('x')).toBeNull();
    expect(press('Delete', { shiftKey: true })).toBeNull();
  });

  it('does nothing in an empty list', () => {
    expect(
      commandFor(
        { key: 'ArrowDown', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
        [],
        '',
      ),
    ).toBeNull();
  });
});
