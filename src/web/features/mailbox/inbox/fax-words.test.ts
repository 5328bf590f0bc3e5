// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { setTimeZone } from '#web/kit/format-date.ts';
import { partyDetails, partyOf } from '#web/shared/mailbox/fax-party.ts';
import { neighboursOf } from './fax-position.ts';
import { faxProblem } from './fax-problem.ts';
import { faxRowForTest } from './fax-row-for-test.ts';
import { uncounted } from './fax-queries.ts';
import { placeholderKind } from './placeholder-kind.ts';
import { fileName } from './use-downloads.ts';

describe('the other party of a fax', () => {
  it('is the contact, then the name that the machine gave, then the number, then unknown', () => {
    expect(partyOf(faxRowForTest('1'))).toMatchObject({
      name: 'John Doe',
      company: 'Acme',
      inContacts: true,
    });
    const stranger = { contact_info: null, from_company: '' };
    expect(partyOf(faxRowForTest('1', { ...stranger, sender: 'LAKESIDE CLINIC' }))).toMatchObject({
      name: 'LAKESIDE CLINIC',
      number: '212-555-0142',
      nameIsNumber: false,
      inContacts: false,
    });
    expect(partyOf(faxRowForTest('1', { ...stranger, sender: '+1 212 555 0142' }))).toMatchObject({
      name: '212-555-0142',
      nameIsNumber: true,
    });
    expect(partyOf(faxRowForTest('1', { ...stranger, sender: '', fax_from: '' }))).toMatchObject({
      name: null,
      number: null,
    });
  });

  it('is not said twice', () => {
    const company = partyOf(faxRowForTest('1', { contact_info: null, sender: 'Acme', from_company: 'Acme' }));
    expect([company.name, partyDetails(company)]).toEqual(['Acme', { company: '', number: '212-555-0142' }]);
    const number = partyOf(faxRowForTest('1', { contact_info: null, sender: '' }));
    expect([number.name, partyDetails(number)]).toEqual(['212-555-0142', { company: 'Acme', number: '' }]);
  });
});

describe('the arrows of the opened fax', () => {
  const page = { page: 2, pageSize: 3, total: 8 };
  it('[MSG-09] end at the first fax of the page', () => {
    expect(neighboursOf(['d', 'e', 'f'], 'd', page)).toEqual({
      position: 4,
      total: 8,
      newer: null,
      older: 'e',
    });
  });
  it('[MSG-10] end at the last fax of the page and of the total', () => {
    expect(neighboursOf(['d', 'e', 'f'], 'f', page)).toMatchObject({ position: 6, newer: 'e', older: null });
    expect(neighboursOf(['g', 'h'], 'h', { ...page, page: 3 })).toMatchObject({ position: 8, older: null });
  });
  it('lead nowhere from a fax that slipped off the page', () => {
    expect(neighboursOf(['d'], 'x', page)).toMatchObject({ position: null, newer: null, older: null });
  });
});

describe('what the reader shows without a fax', () => {
  const now = { selected: 0, q: '', total: 5, loading: false, firstEntry: false };
  it('fits what was done last', () => {
    expect(placeholderKind({ ...now, firstEntry: true })).toBe('welcome');
    expect(placeholderKind(now)).toBe('select');
    expect(placeholderKind({ ...now, total: 0 })).toBe('empty');
    expect(placeholderKind({ ...now, total: 0, loading: true })).toBe('select');
    expect(placeholderKind({ ...now, q: 'tide', total: 0 })).toBe('search');
    expect(placeholderKind({ ...now, q: 'tide', selected: 2 })).toBe('selected');
  });
});

describe('single facts of a fax', () => {
  it('names what went wrong', () => {
    expect(faxProblem({ status: 'OK', action: 'S' })).toBeNull();
    expect(faxProblem({ status: 'FAILED', action: 'S' })).toBe('notSent');
    expect(faxProblem({ status: 'FAILED', action: 'S', outcome: 'UNCERTAIN' })).toBe('uncertain');
    expect(faxProblem({ status: 'FAILED', action: 'R' })).toBe('cutOff');
    expect(faxProblem({ status: 'OK', action: 'R', readable: 'PARTLY' })).toBe('partly');
    expect(faxProblem({ status: 'OK', action: 'R', readable: 'NONE' })).toBe('unreadable');
    expect(faxProblem({ status: 'FAILED', action: 'R', readable: 'PARTLY' })).toBe('cutOff');
  });

  it('names a downloaded file as the server does', () => {
    setTimeZone('America/New_York');
    expect(fileName({ fax_from: '2125550142', fax_date: '2026-11-20T19:04:01-05:00' }, 'pdf')).toBe(
      'fax_2125550142_202611201904.pdf',
    );
    expect(fileName({ fax_from: '', fax_date: '2026-11-20T19:04:01-05:00' }, 'tiff')).toMatch(
      /^fax_unknown_/,
    );
  });

  it('has pages counted anew only where a failed fax has none', () => {
    const rows = [
      faxRowForTest('1', { fax_pages: 0, status: 'FAILED', fax_path: 'p1' }),
      faxRowForTest('2', { fax_pages: 0 }),
      faxRowForTest('3', { status: 'FAILED' }),
    ];
    expect(uncounted(rows)).toEqual(['p1']);
  });
});
