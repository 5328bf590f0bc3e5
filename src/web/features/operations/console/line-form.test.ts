import { describe, expect, it } from 'vitest';

import { NEW_LINE, configOf, isComplete, lineFields, priceOf } from './line-form.ts';

const field = (name: string, change = {}) => ({
  name,
  label: name,
  hint: '',
  secret: false,
  required: true,
  ...change,
});
const carrier = {
  kind: 'carrier',
  label: 'Carrier',
  fields: [field('user'), field('password', { secret: true }), field('base', { required: false })],
};
const simple = { kind: 'simple', label: 'Simple', fields: [] };

describe('the form of a new line', () => {
  it('asks for what a kind needs, and for nothing that another needs', () => {
    expect(lineFields(simple).map(({ name }) => name)).toEqual([
      'name',
      'pattern',
      'priority',
      'price',
      'channels',
      'hours',
    ]);
    expect(lineFields(carrier).map(({ name }) => name)).toContain('password');
    expect(isComplete(simple, NEW_LINE)).toBe(true);
    expect(isComplete(simple, { ...NEW_LINE, channels: '-1' })).toBe(false);
    expect(isComplete(simple, { ...NEW_LINE, price: 'cheap' })).toBe(false);
    expect(priceOf({ price: ' 0,9 ' })).toBe(0.9);
    expect(priceOf(NEW_LINE)).toBeNull();
    expect(isComplete(carrier, { ...NEW_LINE, user: 'me', password: ' ' })).toBe(false);
    expect(isComplete(carrier, { ...NEW_LINE, user: 'me', password: 'x' })).toBe(true);
  });

  it('leaves out what is empty and keeps a secret as it was typed', () => {
    const form = { ...NEW_LINE, user: ' me ', password: ' a:b@c ', base: '', other: 'x' };
    expect(configOf(carrier, form)).toEqual({ user: 'me', password: ' a:b@c ' });
  });
});
