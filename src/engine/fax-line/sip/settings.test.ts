import { describe, expect, it } from 'vitest';

import { readSipSettings } from './settings.ts';

describe('the configuration of a SIP line', () => {
  it('has defaults for everything but the trunk', () => {
    expect(readSipSettings({ trunk: 'sip:pbx.example' })).toMatchObject({
      trunk: { host: 'pbx.example', port: 5060, transport: 'udp' },
      domain: 'pbx.example',
      credentials: undefined,
      register: false,
      listen: undefined,
      t38: 'accept',
      secure: false,
      ecm: true,
      maxRate: 14_400,
      codecs: ['pcmu', 'pcma'],
      mediaPorts: '40000-40199',
      prefix: '+',
      callerId: 'pai',
      calls: 30,
      verify: true,
    });
  });

  it('takes what it is given', () => {
    const settings = readSipSettings({
      trunk: 'sip:[2001:db8::1]:5071;transport=tls',
      user: 'fax',
      password: 'a "b" \\c',
      listen: '[::]:5061',
      sipOptions: '?register=yes&prefix=9&from=192.0.2.0/24,2001:db8::/32&t38=first&rate=9600&tls=unverified',
    });
    if (typeof settings === 'string') throw new Error(settings);
    expect(settings).toMatchObject({
      trunk: { host: '2001:db8::1', port: 5071, transport: 'tls' },
      credentials: { user: 'fax', password: 'a "b" \\c' },
      listen: { host: '::', port: 5061 },
      prefix: '9',
      maxRate: 9_600,
      verify: false,
    });
    expect([settings.from.check('192.0.2.77'), settings.from.check('192.0.3.1')]).toEqual([true, false]);
    expect(settings.from.check('2001:db8::7', 'ipv6')).toBe(true);
  });

  it.each([
    ['prefix=+1', '+1'],
    ['prefix=%2B1', '+1'],
    ['prefix=', ''],
    ['register=no&prefix=*#', '*#'],
  ])('takes %s as it is typed', (sipOptions, prefix) => {
    expect(readSipSettings({ trunk: 'sip:x', sipOptions })).toMatchObject({ prefix });
  });

  it.each([
    [{}, 'needs the address of its trunk'],
    [{ trunk: 'pbx.example' }, 'is written like sip:HOST:PORT'],
    [{ trunk: 'sip:x y' }, 'is written like sip:HOST:PORT'],
    [{ trunk: 'sip:x', sipOptions: 'srtp=sdes' }, 'needs ;transport=tls'],
    [{ trunk: 'sip:x;transport=tls', sipOptions: 'srtp=sdes&tls=unverified' }, 'a valid certificate'],
    [{ trunk: 'sip:x;transport=tls', sipOptions: 'srtp=sdes&t38=accept' }, 'T.38 cannot be encrypted'],
    [{ trunk: 'sip:x;transport=tls', listen: '0.0.0.0:5061', sipOptions: 'srtp=sdes' }, 'needs TLS as well'],
    [{ trunk: 'sip:x', user: 'a"b' }, 'signs that none has'],
    [{ trunk: 'sip:x', user: 'a\r\nEvil: b' }, 'signs that none has'],
    [{ trunk: 'sip:x', listen: 'everywhere' }, 'is written like 0.0.0.0:5060'],
    [{ trunk: 'sip:x', listen: '0.0.0.0:99999' }, 'is written like 0.0.0.0:5060'],
    [{ trunk: 'sip:x', sipOptions: 'colour=red' }, 'has no option “colour”'],
    [
      { trunk: 'sip:x', sipOptions: 't38=sometimes' },
      'The option “t38” of a SIP line cannot have this value',
    ],
    [{ trunk: 'sip:x', sipOptions: 'domain=a%0d%0ab' }, 'The option “domain”'],
    [{ trunk: 'sip:x', sipOptions: 'prefix=abc' }, 'The option “prefix”'],
    [{ trunk: 'sip:x', sipOptions: 'from=0.0.0.0/0' }, 'The option from has addresses or networks'],
    [{ trunk: 'sip:x', sipOptions: 'register=yes' }, 'needs a user name and an address to listen at'],
    [{ trunk: 'sip:x', sipOptions: 'cert=/a.pem' }, 'belong together'],
    [{ trunk: 'sip:x', sipOptions: 'cert=a.pem&key=b.pem' }, 'The option “cert”'],
  ])('refuses %j: %s', (config, sentence) => {
    const secret = { password: 'SECRET' };
    const answer = readSipSettings({ ...secret, ...config });
    expect(answer).toContain(sentence);
    expect(answer).not.toContain('SECRET');
  });
});
