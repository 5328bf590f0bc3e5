import { expect, it } from 'vitest';

import { isEnterprise } from './account.ts';

it.each([
  ['enterprisefax=yes', true],
  ['sftp=no; EnterpriseFax = YES', true],
  ['a=b;enterprisefax=yes;c=d', true],
  ['enterprisefax=no', false],
  ['enterprisefax=yesterday', false],
  ['notenterprisefax=yes', false],
  ['enterprisefax', false],
  ['', false],
])('[SHELL-04] options «%s» make an enterprise account: %s', (options, enterprise) => {
  expect(isEnterprise(options)).toBe(enterprise);
});
