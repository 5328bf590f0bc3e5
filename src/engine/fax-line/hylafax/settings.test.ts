import { describe, expect, it } from 'vitest';

import { readHylafaxSettings } from './settings.ts';

const parts = { server: 'fax.example:4560', user: 'me@here', password: 'x' };

describe('the settings of a HylaFAX line', () => {
  it('takes the parts that a form asks for; every password comes out as it was typed', () => {
    const password = 'a:b@c/d?e#f&g=h +%ü';
    const given = { ...parts, password, admin: password, modem: ' ttyS0 ', options: 'dial=10' };
    expect(readHylafaxSettings(given)).toMatchObject({
      host: 'fax.example',
      port: 4560,
      user: 'me@here',
      password,
      adminPassword: password,
      modem: 'ttyS0',
      tenDigits: true,
    });
  });

  it('refuses parts that are no address, and unknown options', () => {
    expect(readHylafaxSettings({ ...parts, server: 'two words' })).toContain('HOST:PORT');
    expect(readHylafaxSettings({ ...parts, options: 'speed=9' })).toBe(
      'A HylaFAX line has no option “speed”.',
    );
    expect(readHylafaxSettings({ user: 'me', password: 'x' })).toContain('hylafax://USER:PASSWORD@HOST:PORT');
  });
});
