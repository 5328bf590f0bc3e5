import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/kit/api-error.ts';
import type { Attachment } from './attachment-rules.ts';
import { obstacleOf, placeRefusal } from './compose-checks.ts';
import type { CoverPage, Draft } from './draft-store.ts';
import { faxForm } from './fax-form.ts';

const BLANK: CoverPage = {
  use: false,
  name: '',
  company: '',
  phone: '',
  location: '',
  subject: '',
  comments: '',
  fromName: '',
  fromCompany: '',
  fromPhone: '',
  fromLocation: '',
  templateId: '',
};
const draft = (numbers: string[], cover: Partial<CoverPage> = {}): Draft => ({
  numbers,
  typing: '',
  named: { name: '', company: '' },
  photos: 'quick',
  later: null,
  prefilled: true,
  cover: { ...BLANK, ...cover },
});
const attached = (name: string, fault: Attachment['fault'] = null): Attachment => ({
  id: name,
  name,
  size: 1,
  conversion: null,
  file: new File(['x'], name),
  fault,
});
const ONE = ['2125550147'];

describe('what keeps a fax back', () => {
  test.each([
    ['no number', draft([]), [attached('a.pdf')], 'recipients'],
    ['neither file nor cover page', draft(ONE), [], 'nothing'],
    ['only files that are not sent', draft(ONE), [attached('a.exe', 'type')], 'nothing'],
    ['a cover page that says nothing', draft(ONE, { use: true, name: '  ' }), [], 'cover-empty'],
    ['an empty cover page, even with a file', draft(ONE, { use: true }), [attached('a.pdf')], 'cover-empty'],
    ['letters in the phone', draft(ONE, { use: true, phone: '555-1234' }), [], 'phone'],
    ['nothing, with a file', draft(ONE), [attached('a.pdf')], null],
    ['nothing, with one field of the cover page', draft(ONE, { use: true, subject: 'Order' }), [], null],
    [
      'nothing: a switched-off cover page counts for nothing',
      draft(ONE, { phone: 'x' }),
      [attached('a.pdf')],
      null,
    ],
  ] as const)('%s', (_, fax, files, obstacle) => {
    expect(obstacleOf(fax, files)).toBe(obstacle);
  });
});

describe('where a refusal stands', () => {
  const sent = [attached('one.pdf'), attached('two.doc')];

  test('at the file that its field code names', () => {
    const error = new ApiError(415, 'FILE_TYPE', 'Words.', { 'userfiles[1]': 'FILE_TYPE' });
    expect(placeRefusal(error, 'Words.', sent)).toEqual({ problems: {}, files: new Set(['two.doc']) });
  });

  test('at the file that its sentence names', () => {
    const message = 'two.doc can’t be faxed here.';
    expect(placeRefusal(new ApiError(415, 'FILE_TYPE', message), message, sent)).toEqual({
      problems: {},
      files: new Set(['two.doc']),
    });
  });

  test('at the fields of the cover page', () => {
    const error = new ApiError(400, 'FIELD_INVALID', 'Too long.', { regarding: 'TOO_LONG' });
    expect(placeRefusal(error, 'Too long.', sent).problems).toEqual({ subject: 'Too long.' });
  });

  test.each([
    ['NUMBER_INVALID', 'to'],
    ['NO_ROUTE', 'to'],
    ['UPLOAD_TOO_BIG', 'files'],
    ['COVER_PAGE_EMPTY', 'cover'],
    ['LIMIT_REACHED', 'fax'],
    ['INTERNAL', 'fax'],
  ])('%s at %s', (code, place) => {
    expect(placeRefusal(new ApiError(412, code), 'Words.', sent).problems).toEqual({ [place]: 'Words.' });
  });
});

test('[COMP-17] the body of a send: numbers joined by semicolon, cover page fields, files in order', () => {
  const fax = draft(['2125550147', '9145550182'], {
    use: true,
    name: ' Robert ',
    company: 'Harbor',
    phone: '5551234',
    location: 'Boston',
    subject: 'Order',
    comments: 'Two\nlines',
    fromName: 'Dana',
    templateId: '2',
  });
  const known: Attachment = {
    ...attached('one.pdf'),
    conversion: { kind: 'ready', key: 'key-of-one', pages: 2 },
  };
  const form = faxForm(fax, [known, attached('two.doc')]);
  expect([...form].map(([name, value]) => [name, value instanceof File ? value.name : value])).toEqual([
    ['coverpage', '1'],
    ['to_person', 'Robert'],
    ['to_company', 'Harbor'],
    ['to_phone', '5551234'],
    ['to_location', 'Boston'],
    ['regarding', 'Order'],
    ['comments', 'Two\nlines'],
    ['template_id', '2'],
    ['from_person', 'Dana'],
    ['from_company', ''],
    ['from_phone', ''],
    ['from_location', ''],
    ['destinations', '2125550147;9145550182'],
    ['destinationsEmail', ''],
    ['drafts[0]', 'key-of-one'],
    ['userfiles[1]', 'two.doc'],
  ]);
  expect(faxForm({ ...fax, photos: 'fine' }, []).get('photos')).toBe('fine');
  expect(faxForm(draft(ONE, { name: 'Robert' }), []).get('coverpage')).toBe('0');
  expect(faxForm(draft(ONE, { name: 'Robert' }), []).get('to_person')).toBe('');
});
