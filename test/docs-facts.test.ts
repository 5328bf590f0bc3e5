import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { FAIL_REASONS } from '#contract/kit/fax-state.ts';
import { errorStatus } from '#contract/error-status.ts';
import { readS3Location } from '#engine/file-store/s3-location.ts';
import type { ApiDocument } from '#contract/v1/document.ts';
import { MAIL_TEMPLATES } from '#server/features/email/outgoing/mail-templates.ts';
import { faxOnWire } from '#server/features/gateways/public-api/faxes/fax-on-wire.ts';
import { describeApi } from '#server/features/gateways/public-api/reference/describe-api.ts';

const DOCS = join(import.meta.dirname, '../docs');

const read = async (page: string): Promise<string> => await readFile(join(DOCS, page), 'utf8');

/** What stands between two headings or texts of a page. */
function between(text: string, from: string, to: string): string {
  const begin = text.indexOf(from);
  expect([from, begin]).not.toEqual([from, -1]);
  return text.slice(begin, text.indexOf(to, begin + from.length));
}

/** Every call of the public API, as `GET /v1/faxes`, with its codes by status. */
const calls = Object.entries((describeApi(() => '') satisfies ApiDocument).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    call: `${method.toUpperCase()} ${path}`,
    responses,
  })),
);

describe('the pages about the API', () => {
  it('name every call of it', async () => {
    const pages = (await readdir(join(DOCS, 'api'), { recursive: true })).filter((name) =>
      name.endsWith('.md'),
    );
    const all = (await Promise.all(pages.map(async (page) => await read(`api/${page}`)))).join('\n');
    const unnamed = calls
      .map(({ call }) => call)
      .filter((call) => {
        // An example may name page 1.png where the description has {page}.
        const form = call
          .replaceAll('.', String.raw`\.`)
          .replaceAll(/\{\w+\}/gu, String.raw`(?:\{\w+\}|1\.png)`);
        return !new RegExp(`${form}(?![\\w/{])`, 'u').test(all);
      });
    expect(unnamed).toEqual([]);
  });

  it('list every code of a failed fax, and whether it may be sent again', async () => {
    const table = between(await read('api/faxes.md'), '### Why a fax failed', '### Faxes that were split');
    const written = [...table.matchAll(/^\| `(\w+)` +\| .+ \| (yes|no) +\|$/gmu)].map(([, code, again]) => [
      code,
      again,
    ]);
    const rows = [
      ...FAIL_REASONS.map((reason) => ({ status: 'failed', reason })),
      { status: 'failed', reason: 'NEW_IN_A_LATER_VERSION' },
      { status: 'uncertain', reason: null },
    ];
    const real = rows.map((row) => {
      const times = { at: new Date(), finishedAt: new Date(), dueAt: null };
      const fax = {
        action: 'S',
        other: '',
        own: '',
        parts: [],
        attempts: 1,
        sha256: null,
        partOf: null,
        ...times,
        ...row,
      };
      const { error } = faxOnWire(fax as unknown as Parameters<typeof faxOnWire>[0], () => '');
      return [error?.code, error?.retryable === true ? 'yes' : 'no'];
    });
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(real));
  });
});

it('the bucket of docs/scale.md is understood as the page says', async () => {
  const [, address = ''] = /^F2E_BLOBS=(s3:\S+)$/mu.exec(await read('scale.md')) ?? [];
  expect(readS3Location(address)).toEqual({
    bucket: 'fax-documents',
    endpoint: 'https://s3.example.com',
    region: 'eu-1',
    pathStyle: true,
  });
  expect(readS3Location('s3://fax-documents')).toMatchObject({ region: 'us-east-1', pathStyle: false });
  expect(readS3Location('s3://fax-documents?endpoint=https://s3.example.com').pathStyle).toBe(true);
});

describe('docs/spec/http-api.md', () => {
  it('says where the public API has another status for a code than pages have', async () => {
    const table = between(await read('spec/http-api.md'), '| in `/v1`', '429 and 503 carry');
    const written = [...table.matchAll(/^\| (\d+) +\| (.+) \|$/gmu)].flatMap(([, status, codes = '']) =>
      [...codes.matchAll(/`([A-Z_\d]+)`/gu)].map(([, code]) => [code, Number(status)]),
    );
    const status: Readonly<Record<string, number>> = errorStatus;
    const others = calls
      .flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([answered, response]) =>
          '$ref' in response
            ? []
            : (response['x-codes'] ?? []).map((code) => [code.toUpperCase(), Number(answered)] as const),
        ),
      )
      .filter(([code, answered]) => status[code] !== answered);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(others));
  });

  it('lists every mail template', async () => {
    const chapter = between(await read('spec/http-api.md'), '## 9 Mail templates', '## 10 ');
    const names = [...chapter.matchAll(/`([a-z-\d]+)`/gu)].map(([, name]) => name);
    expect(names).toEqual(MAIL_TEMPLATES);
  });
});
