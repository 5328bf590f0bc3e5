import { expect, it } from 'vitest';

import { inverseOf } from './work-undo.ts';

const before = (assignee: string | null, tags: string[] = [], due: string | null = null) =>
  ({ status: 'open', assignee, due, tags }) as const;

it('gives faxes back to whom they belonged, alike ones together', () => {
  const faxes = [
    { id: '1', before: { ...before('7') }, version: 3 },
    { id: '2', before: { ...before(null) }, version: 1 },
    { id: '3', before: undefined, version: 1 },
    { id: '4', before: { ...before('9') }, version: 5 },
  ].map((fax) => ({ ...fax, before: fax.before && { ...fax.before, tags: [...fax.before.tags] } }));
  expect(inverseOf({ assignee: '9' }, faxes)).toEqual([
    { assignee: '7', faxes: [{ id: '1', version: 3 }] },
    {
      assignee: null,
      faxes: [
        { id: '2', version: 1 },
        { id: '3', version: 1 },
      ],
    },
  ]);
});

it('takes off only the tags that were not there, and puts back only those that were', () => {
  const faxes = [
    { id: '1', before: { ...before(null, ['4']), tags: ['4'] }, version: 2 },
    { id: '2', before: { ...before(null, []), tags: [] }, version: 2 },
  ];
  expect(inverseOf({ addTags: ['4'] }, faxes)).toEqual([
    { removeTags: ['4'], faxes: [{ id: '2', version: 2 }] },
  ]);
  expect(inverseOf({ removeTags: ['4'] }, faxes)).toEqual([
    { addTags: ['4'], faxes: [{ id: '1', version: 2 }] },
  ]);
  expect(inverseOf({ due: null }, faxes)).toEqual([]);
});
