import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import { errorStatus } from '#contract/error-status.ts';
import { operatorCalls } from '#contract/operator-calls.ts';
import { settings } from '#server/config/settings.ts';

import { ROOT, areasOf, faultsIn, numbersIn, readCitable, readTexts } from './citations.ts';

/** Fewer means that the files or the citations are no longer found. */
const AT_LEAST = { texts: 1_500, sections: 150, ids: 800, citations: 400 };

const page = (name: string): string => readFileSync(join(ROOT, 'docs/spec', name), 'utf8');
const httpApi = page('http-api.md');

describe('citations', () => {
  it('lead to a section of docs/spec, a row of docs/*.tsv or a page that exists', () => {
    const citable = readCitable();
    const texts = readTexts();
    const faults = texts.flatMap((text) => faultsIn(text, citable));
    expect(faults.map(({ file, line, fault }) => `${file}:${line}: ${fault}`)).toEqual([]);
    const cited = texts.flatMap(({ text }) => text.match(/\bspec [a-z-]+ \d/gu) ?? []);
    expect(texts.length).toBeGreaterThan(AT_LEAST.texts);
    expect(citable.ids.size).toBeGreaterThan(AT_LEAST.ids);
    expect([...citable.sections.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(
      AT_LEAST.sections,
    );
    expect(cited.length).toBeGreaterThan(AT_LEAST.citations);
  });

  const ids = ['LOGIN-03', 'A-AUTH-02', 'A-AUTH-04', 'F-send-05'];
  const citable = {
    sections: new Map([['http-api', new Set(['4', '4.9', '5.1', '5.3'])]]),
    ids: new Set(ids),
    areas: areasOf(ids),
  };
  const faultsOf = (text: string) => faultsIn({ file: 'src/x.ts', text }, citable).map(({ fault }) => fault);

  // Ids occur in no title here: a title that names one would count as its proof.
  it('may have any of these forms', () => {
    const allowed = [
      'spec http-api 4.9',
      'spec http-api 4, 4.9 and spec http-api 5.1 to 5.3',
      '(LOGIN-03)',
      '[LOGIN-03] [F-send-05] the title of a test',
      '(A-AUTH-02, -04)',
      'docs/mail.md and README.md',
      'the contract, the decision A, UTF-16, RFC 5321 6.3',
    ];
    expect(allowed.flatMap(faultsOf)).toEqual([]);
  });

  it('are found where they lead nowhere', () => {
    const refused = {
      'spec http-api 4.10': 'docs/spec/http-api.md has no section 4.10',
      'spec http-api 4.9, 7.7': 'docs/spec/http-api.md has no section 7.7',
      'spec http-api 5.1 to 5.4': 'docs/spec/http-api.md has no section 5.4',
      '/** See spec http-api\n * 6.1 */': 'docs/spec/http-api.md has no section 6.1',
      'spec htp-api 4.9': 'there is no page docs/spec/htp-api.md',
      '(LOGIN-04)': 'docs/*.tsv have no LOGIN-04',
      '[NOTHING-01] the title of a test': 'docs/*.tsv have no NOTHING-01',
      '(A-AUTH-02, -05)': 'docs/*.tsv have no A-AUTH-05',
      '(F-none-01)': 'docs/*.tsv have no F-none-01',
      '(contract 4.9)': '“contract 4” is no citation any more',
      '(D1 §2)': '“D1 §” is no citation any more',
      '(decision A17)': '“decision A1” is no citation any more',
      '(entities 4)': '“entities 4” is no citation any more',
      '(design §7)': '“design §” is no citation any more',
      'as the documents want it': '“the documents want” is no citation any more',
      '(running.md, Lines)': 'there is no running.md',
      '(facts/api.md)': 'there is no facts/api.md',
    };
    const found = Object.keys(refused).map((text) => [text, faultsOf(text).join()]);
    expect(Object.fromEntries(found)).toEqual(refused);
  });

  it('say the line', () => {
    const [fault] = faultsIn({ file: 'src/x.ts', text: 'one\ntwo (LOGIN-99)\n' }, citable);
    expect(fault).toMatchObject({ file: 'src/x.ts', line: 2 });
  });
});

describe('docs/spec', () => {
  it('names every call but those of the operator console, and no other', () => {
    const customers = Object.entries(allCalls).filter(([name]) => !Object.hasOwn(operatorCalls, name));
    const mounted = customers.map(
      ([, { method, path }]) => `${method} ${path.replaceAll(/:(\w+)/gu, '{$1}')}`,
    );
    const written = [
      ...httpApi.matchAll(
        /`((?:GET|POST|PUT|DELETE)(?:, (?:GET|POST|PUT|DELETE))*) (\/(?:api|ajax|sso)\/[^`]*)`/gu,
      ),
    ];
    const named = written.flatMap(([, methods = '', path = '']) =>
      methods.split(', ').map((method) => `${method} ${path}`),
    );
    expect(named.toSorted()).toEqual(mounted.toSorted());
  });

  it('names every error code with its status, and no other', () => {
    const lists = [...httpApi.matchAll(/^- \*\*(\d{3})\*\* (.*)$/gmu)];
    const named = lists.flatMap(([, status = '', codes = '']) =>
      [...codes.matchAll(/`([A-Z_]+)`/gu)].map(([, code = '']) => `${status} ${code}`),
    );
    const known = Object.entries(errorStatus).map(([code, status]) => `${status} ${code}`);
    expect(named.toSorted()).toEqual(known.toSorted());
  });

  it('names every setting, and no other', () => {
    const topics = page('settings.md').split('## 2 ')[1] ?? '';
    const named = [...topics.matchAll(/`(F2E_\w+)`/gu)].map(([, name = '']) => name);
    expect(named.toSorted()).toEqual(Object.keys(settings).toSorted());
  });

  it('refers to its own sections by numbers that exist', () => {
    const sections = numbersIn(httpApi);
    const numbers = [...httpApi.matchAll(/(?<![\d.,])\d{1,2}\.\d{1,2}(?![\d.])/gu)].map(([number]) => number);
    expect(numbers.filter((number) => !sections.has(number))).toEqual([]);
    expect(() => numbersIn('## 1 One\n\n## 1 Two\n')).toThrow('1 is there twice');
  });
});
