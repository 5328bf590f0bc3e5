import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { API_CHANGES } from '#contract/v1/changes.ts';
import { defineApiCall } from '#contract/v1/define.ts';
import type { ApiCall } from '#contract/v1/define.ts';
import { shapeOf } from '#server/features/gateways/public-api/reference/api-shape.ts';
import type { ApiShape } from '#server/features/gateways/public-api/reference/api-shape.ts';
import { describeApi } from '#server/features/gateways/public-api/reference/describe-api.ts';

import { breaksBetween } from './api-breaks.ts';

const RELEASED = join(import.meta.dirname, '../docs/api/released.json');

it('no change of /v1 breaks programs, unless the changelog of the API lists it with its date', async () => {
  const released = JSON.parse(await readFile(RELEASED, 'utf8')) as ApiShape;
  expect(Object.keys(released).length).toBeGreaterThan(0);
  const listed = new Set(API_CHANGES.flatMap(({ breaks }) => breaks));
  const breaks = breaksBetween(released, shapeOf(describeApi(() => '')));
  expect(breaks.filter((one) => !listed.has(one))).toEqual([]);
});

const CALL = defineApiCall({
  method: 'POST',
  path: '/v1/things/:id',
  access: 'key',
  scope: 'faxes:read',
  about: 'key',
  summary: 'A thing',
  params: z.object({ id: z.string() }),
  query: z.strictObject({ limit: z.number().int().min(1).max(100).optional() }),
  body: z.strictObject({
    color: z.enum(['red', 'blue']),
    note: z.string().max(100).nullable().optional(),
    parts: z.array(z.strictObject({ name: z.string() })).optional(),
  }),
  reply: z.object({
    object: z.literal('thing'),
    state: z.enum(['new', 'old']),
    size: z.number().int(),
    inner: z.array(z.object({ at: z.iso.datetime() })),
  }),
  status: 201,
  errors: { WEBHOOK_LIMIT: 409 },
});

const shapeWith = (call: ApiCall) => shapeOf(describeApi(() => '', { call }));
const breaksOf = (change: Partial<ApiCall>) =>
  breaksBetween(shapeWith(CALL), shapeWith({ ...CALL, ...change })).map((one) => one.split(': ')[1]);

const { body, reply, query } = CALL;
const part = z.strictObject({ name: z.string() });

describe('what breaks programs is found', () => {
  it.each<[string, Partial<ApiCall>, string]>([
    ['a call that is gone', { path: '/v1/others/:id' }, 'removed'],
    ['another method', { method: 'PUT' }, 'removed'],
    ['another scope', { scope: 'faxes:send' }, 'needs scope faxes:send'],
    ['another status', { status: 202 }, 'no longer answers 201'],
    ['an input that is gone', { body: body.omit({ note: true }) }, 'body.note no longer taken'],
    ['a new required input', { body: body.extend({ tone: z.string() }) }, 'body.tone is new and required'],
    [
      'a new required input within another',
      { body: body.extend({ parts: z.array(part.extend({ n: z.string() })).optional() }) },
      'body.parts[].n is new and required',
    ],
    [
      'an input that became required',
      { body: body.extend({ note: z.string().max(100).nullable() }) },
      'body.note is required',
    ],
    [
      'an input that may no longer be null',
      { body: body.extend({ note: z.string().max(100).optional() }) },
      'body.note may not be null',
    ],
    [
      'a value no longer taken',
      { body: body.extend({ color: z.enum(['red']) }) },
      'body.color has no value blue',
    ],
    [
      'another type of input',
      { body: body.extend({ color: z.number() }) },
      'body.color is number, was string',
    ],
    [
      'a shorter text',
      { body: body.extend({ note: z.string().max(10).nullable().optional() }) },
      'body.note may be at most 10',
    ],
    [
      'a smaller number',
      { query: query.extend({ limit: z.number().int().min(1).max(50).optional() }) },
      'query.limit may be at most 50',
    ],
    ['a new pattern', { params: z.object({ id: z.string().regex(/^a/u) }) }, 'path.id has another pattern'],
    [
      'a field of the answer that is gone',
      { reply: reply.omit({ size: true }) },
      'answer size no longer given',
    ],
    [
      'a field deep in the answer that is gone',
      { reply: reply.extend({ inner: z.array(z.object({})) }) },
      'answer inner[].at no longer given',
    ],
    [
      'a field that may be missing',
      { reply: reply.extend({ size: z.number().int().optional() }) },
      'answer size may be missing',
    ],
    [
      'a field that may be null',
      { reply: reply.extend({ size: z.number().int().nullable() }) },
      'answer size may be null',
    ],
    [
      'another type of answer',
      { reply: reply.extend({ size: z.string() }) },
      'answer size is string, was integer',
    ],
    [
      'a value no longer given',
      { reply: reply.extend({ state: z.enum(['new']) }) },
      'answer state has no value old',
    ],
    ['an error that is gone', { errors: {} }, 'error webhook_limit removed'],
    [
      'an error with another status',
      { errors: { WEBHOOK_LIMIT: 422 } },
      'error webhook_limit is 422, was 409',
    ],
  ])('%s', (_, change, what) => {
    expect(breaksOf(change)).toContain(what);
  });

  it.each<[string, Partial<ApiCall>]>([
    ['a new optional input', { body: body.extend({ tone: z.string().optional() }) }],
    ['a new value of an input', { body: body.extend({ color: z.enum(['red', 'blue', 'green']) }) }],
    ['a new field of the answer', { reply: reply.extend({ extra: z.string() }) }],
    ['a new value of the answer', { reply: reply.extend({ state: z.enum(['new', 'old', 'older']) }) }],
    ['a new error', { errors: { ...CALL.errors, WEBHOOK_OFF: 409 } }],
    ['other words', { summary: 'Something', description: 'Else' }],
    [
      'required fields of an input that may be left out',
      { body: body.extend({ cover: z.strictObject({ subject: z.string() }).optional() }) },
    ],
  ])('not %s', (_, change) => {
    expect(breaksOf(change)).toEqual([]);
  });

  it('events as well', () => {
    const now = shapeOf(describeApi(() => ''));
    const { 'event fax.received': received, ...others } = now;
    expect(breaksBetween(now, others)).toEqual(['event fax.received: removed']);
    const fields = { ...received?.gives['post'] };
    delete fields['data.id'];
    const thinner = { ...now, 'event fax.received': { ...received!, gives: { post: fields } } };
    expect(breaksBetween(now, thinner)).toEqual(['event fax.received: answer data.id no longer given']);
  });
});
