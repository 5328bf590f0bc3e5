import { expect, it } from 'vitest';

import { parseAddress } from './address.ts';

it.each([
  'owner@example.com',
  'first.last+fax@sub.example.co',
  "o'brien@example.com",
  'root@localhost',
  `${'l'.repeat(64)}@example.com`,
])('%s is one mailbox', (text) => {
  expect(parseAddress(text)).toBe(text);
});

it.each([
  '',
  'owner',
  '@example.com',
  'owner@',
  'a@x.test, b@y.test',
  'a@x.test,b@y.test',
  'a@x.test;b@y.test',
  'sub1@customer.test>\r\nRCPT TO:<sub2@customer.test',
  'a@x.test\r\nBcc: y@evil.test',
  'a@x.test\n',
  'a@x.test\0',
  ' a@x.test',
  'group: a@x.test;',
  'Name <a@x.test>',
  '"quoted, local"@x.test',
  'a@b@x.test',
  'a..b@x.test',
  '.a@x.test',
  'a@-x.test',
  'a@x..test',
  'a@[127.0.0.1]',
  'a(comment)@x.test',
  'größe@x.test',
  `${'l'.repeat(65)}@example.com`,
  `a@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(20)}`,
])('%j is not', (text) => {
  expect(parseAddress(text)).toBeNull();
});
