import { Validator } from '@seriousme/openapi-schema-validator';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { apiCalls } from '#contract/v1/all-calls.ts';
import type { ApiCall } from '#contract/v1/define.ts';
import type { ApiDocument, Operation } from '#contract/v1/document.ts';
import { loadMessages } from '#server/kit/messages.ts';
import { problemSentence } from '#server/kit/respond-problem.ts';
import { makeBrand } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { describeApi } from './describe-api.ts';

const ROOT = join(import.meta.dirname, '../../../../../..');
const TITLE = '</title><script>alert(1)</script>“$&”';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
  await makeBrand(test.database.db, { domain: 'fax.harbor.test', title: TITLE });
});
afterAll(async () => await test.stop());

async function ask(host: string, headers: Record<string, string> = {}) {
  return await test.app.inject({ url: '/v1/openapi.json', headers: { host, ...headers } });
}

function operations({ paths }: ApiDocument): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

describe('/v1/openapi.json', () => {
  it('is OpenAPI 3.1 by an independent validator, and needs no key', async () => {
    const answer = await ask('localhost');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const validator = new Validator();
    expect(await validator.validate(answer.json<Record<string, unknown>>())).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    const broken = answer.json<{ paths: Record<string, Record<string, object>> }>();
    broken.paths['/v1/key'] = { get: { responses: 'none' } };
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  it('is openapi-v1.json but for the host and the title (npm run generate writes it)', async () => {
    const written = JSON.parse(await readFile(join(ROOT, 'openapi-v1.json'), 'utf8')) as ApiDocument;
    const messages = await loadMessages(join(ROOT, 'locales'));
    expect(written).toEqual(JSON.parse(JSON.stringify(describeApi(problemSentence(messages)))));
    const { info, paths } = (await ask('localhost')).json<ApiDocument>();
    expect([info.title, Object.keys(paths)]).toEqual(['Fax-to-Email API', Object.keys(written.paths)]);
  });

  it('is asked for again only when it changed', async () => {
    const { etag = '' } = (await ask('localhost')).headers;
    expect((await ask('localhost', { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await ask('fax.harbor.test', { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('[A-API-90] names the brand’s home, whatever the request calls this host', async () => {
    const harbor = (await ask('fax.harbor.test')).json<ApiDocument>();
    const home = harbor.servers[0]?.url ?? '';
    expect(new URL(home).hostname).toBe('fax.harbor.test');
    for (const headers of [
      { host: 'fax.harbor.test:6666' },
      { host: 'fax.harbor.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' },
      { host: 'FAX.HARBOR.TEST' },
    ]) {
      const answer = await test.app.inject({ url: '/v1/openapi.json', headers });
      expect(answer.json<ApiDocument>().servers).toEqual([{ url: home }]);
      expect(answer.body).not.toMatch(/evil|6666/u);
    }
    expect((await ask('evil.test')).statusCode).toBe(421);
    const problem = await test.app.inject({
      url: '/v1/key',
      headers: { host: 'fax.harbor.test:6666', 'x-forwarded-host': 'evil.test' },
    });
    expect(problem.json<{ type: string }>().type).toBe(`${home}/developers/errors#key_invalid`);
  });

  it('[A-API-91] a brand’s title is a text in it and nothing else', async () => {
    const answer = await ask('fax.harbor.test');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.json<ApiDocument>().info.title).toBe(`${TITLE} API`);
  });
});

describe('each call', () => {
  const document = describeApi(() => '');
  const statuses = (id: string) =>
    Object.keys(operations(document).find(({ operationId }) => operationId === id)?.responses ?? {});

  it.each(Object.entries<ApiCall>(apiCalls))('%s has examples that the contract takes', (id, call) => {
    const operation = operations(document).find(({ operationId }) => operationId === id);
    expect(operation?.summary).toBe(call.summary);
    const bodies = Object.values(operation?.requestBody?.content ?? {})
      .filter(({ example }) => example !== undefined)
      .map(({ example }) => call.body?.safeParse(example).error);
    const answers = Object.entries(operation?.responses ?? {})
      .flatMap(([status, one]) => (status.startsWith('2') && 'content' in one ? [one.content] : []))
      .flatMap((content) => content?.['application/json'] ?? [])
      .map(({ example }) => call.reply.safeParse(example).error);
    expect([...bodies, ...answers].filter(Boolean)).toEqual([]);
  });

  it('names what it answers beside its result: a file that is known, and limits of a fax that is sent again', () => {
    expect(statuses('getFaxDocument')).toContain('304');
    expect(statuses('getFaxPage')).toContain('304');
    expect(statuses('getFaxReport')).not.toContain('304');
    expect(statuses('resendFax')).toContain('412');
  });

  it('has a code for each of its errors, which the page of errors explains', () => {
    const explained = new Set(Object.keys(document['x-errors']));
    const named = operations(document).flatMap(({ responses }) =>
      Object.values(responses).flatMap((one) => ('$ref' in one ? [] : (one['x-codes'] ?? []))),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((code) => !explained.has(code))).toEqual([]);
    const anywhere = ['too_many_requests', 'rate_limited', 'too_many_attempts', 'method_not_allowed'];
    expect(anywhere.filter((code) => !explained.has(code))).toEqual([]);
  });
});
