import { describe, expect, it } from 'vitest';

import { PASSWORD_RULES, passwordFault } from './password-rules.ts';

describe('password rules', () => {
  it('take 8 to 32 characters with a small and a capital letter, a digit and a symbol', () => {
    for (const good of ['aB3-5678', `aB3-${'x'.repeat(28)}`, 'Pass word 1', 'Ünï-Cod3', 'aB3😀5678']) {
      expect(passwordFault(good)).toBeNull();
    }
  });

  it('refuse what is too short or too long, counting characters', () => {
    expect(passwordFault('aB3-567')).toBe('PASSWORD_LENGTH');
    expect(passwordFault(`aB3-${'x'.repeat(29)}`)).toBe('PASSWORD_LENGTH');
    expect(passwordFault('aB3-😀😀😀')).toBe('PASSWORD_LENGTH');
    expect(passwordFault('')).toBe('PASSWORD_LENGTH');
  });

  it('refuse what lacks one of the four', () => {
    for (const bad of ['AB3-5678', 'ab3-5678', 'aBc-defg', 'aB345678']) {
      expect(passwordFault(bad)).toBe('PASSWORD_RULES');
    }
  });

  it('follow the brand', () => {
    const longer = { ...PASSWORD_RULES, min: 15, max: 64, features: [] };
    expect(passwordFault('correct horse battery', longer)).toBeNull();
    expect(passwordFault('aB3-5678', longer)).toBe('PASSWORD_LENGTH');
  });
});
