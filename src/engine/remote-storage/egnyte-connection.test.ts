import { expect, it } from 'vitest';

import { egnyteConnection } from './egnyte-connection.ts';

/** Returns a connection that answers every call with this body. */
const answering = (body: string) =>
  egnyteConnection({
    ask: async () =>
      await Promise.resolve({ kind: 'ok', status: 200, headers: {}, body: Buffer.from(body) } as const),
  });

it('a listing with entries that are no folders shows the others', async () => {
  const folder = '{"name":"In","path":"/Shared/In","permission":"Full"}';
  const odd = `{"folders":[null,1,"x",{},{"name":{"toString":1},"path":"/x"},${folder}]}`;
  expect(await answering(odd).folders('/Shared')).toEqual({
    kind: 'ok',
    folders: [{ name: 'In', path: '/Shared/In', writable: true }],
  });
  for (const body of ['null', '[]', '{"folders":7}', '<html>'])
    expect(await answering(body).folders('/Shared')).toEqual({ kind: 'ok', folders: [] });
});

it('names that are no words are empty', async () => {
  expect(await answering('{"id":7,"username":{"toString":null}}').whoAmI()).toEqual({
    kind: 'ok',
    id: '7',
    username: '',
  });
});
