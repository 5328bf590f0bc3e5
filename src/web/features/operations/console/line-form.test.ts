import { describe, expect, it } from 'vitest';

import { configOf, isComplete, lineFields } from './line-form.ts';

const typed = { pattern: '*', priority: '100', channels: '4' };

describe('the form of a new line', () => {
  it('asks for what a kind needs, and for nothing that another needs', () => {
    expect(lineFields('simulator')).toEqual(['name', 'pattern', 'priority', 'channels']);
    expect(isComplete({ ...typed, kind: 'simulator' })).toBe(true);
    expect(isComplete({ ...typed, kind: 'hylafax', server: 'fax.example', user: 'u' })).toBe(false);
    expect(isComplete({ ...typed, kind: 'telnyx', connection: '1', webhookKey: 'k', apiKey: ' ' })).toBe(
      false,
    );
    expect(isComplete({ ...typed, kind: 'simulator', channels: '-1' })).toBe(false);
  });

  it('writes an address from which every password comes out as it was typed', () => {
    const password = 'a:b@c/d?e#f&g=h +%ü';
    const wish = { kind: 'hylafax', server: 'fax.example:4560', user: 'me@here', password } as const;
    const config = configOf({ ...typed, ...wish, admin: password, modem: 'ttyS0', options: 'dial=10' });
    const url = new URL(config['url'] ?? '');
    expect([url.hostname, url.port]).toEqual(['fax.example', '4560']);
    expect([url.username, url.password].map(decodeURIComponent)).toEqual(['me@here', password]);
    expect(Object.fromEntries(url.searchParams)).toEqual({ admin: password, modem: 'ttyS0', dial: '10' });
  });

  it('leaves out what a carrier knows itself', () => {
    const wish = {
      kind: 'telnyx',
      connection: ' 12 ',
      webhookKey: 'key',
      apiKey: 'secret',
      apiBase: '',
    } as const;
    expect(configOf({ ...typed, ...wish })).toEqual({
      connection: '12',
      webhookKey: 'key',
      apiKey: 'secret',
    });
  });
});
