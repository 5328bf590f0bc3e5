import { afterAll, beforeAll, expect, it } from 'vitest';

import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { isPage } from './page-path.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

it.each([
  ['PATCH', '/v1/faxes', 'GET, HEAD, POST'],
  ['DELETE', '/v1/faxes?limit=1', 'GET, HEAD, POST'],
  ['POST', '/v1/key', 'GET, HEAD'],
  ['PUT', '/v1/contacts/con_1', 'GET, HEAD, PATCH, DELETE'],
  ['GET', '/v1/faxes/fax_1/cancel', 'POST'],
  ['POST', '/v1/openapi.json', 'GET, HEAD'],
  ['TRACE', '/v1/health', 'GET, HEAD'],
] as const)('%s %s is refused with the methods of the path', async (method, url, allow) => {
  const answer = await test.app.inject({ method: method as 'GET', url });
  expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allow]);
  expect(answer.json()).toMatchObject({
    code: 'method_not_allowed',
    detail: 'This address does not take this method; the header Allow says which ones can be used.',
  });
});

it.each([
  ['PATCH', '/v1/nothing'],
  ['GET', '/v1/openapi-json'],
  ['PATCH', '/nothing'],
] as const)('%s %s is not found', async (method, url) => {
  const answer = await test.app.inject({ method, url });
  expect([answer.statusCode, answer.headers['allow']]).toEqual([404, undefined]);
});

it.each(['/scim/v2/Users', '/scim/v2/1/Nope'])(
  'GET %s gets the errors of SCIM, never a page',
  async (url) => {
    expect(isPage({ url, method: 'GET' })).toBe(false);
    const answer = await test.app.inject({ url });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'application/scim+json; charset=utf-8',
    ]);
    expect(answer.json()).toMatchObject({ status: '404' });
  },
);
