// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { contactsList } from '#contract/mailbox/contacts.ts';
import { growlStore } from '#web/ui/growl-store.ts';
import { callApi } from './call-api.ts';
import { queryClient } from './query-client.ts';
import { openSession } from './session-store.ts';

test('[ERR-02] a call that fails, and that nobody shows, is logged by its code and by nothing that it carried', async () => {
  openSession('n1');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('checkAuthToken')
      ? new Response('{"valid":true,"kind":"user","node":"n1","expiresIn":9}')
      : new Response('{"success":false,"error":"BAD_REQUEST","message":"Jane’s number is wrong."}', {
          status: 400,
        }),
  );
  const asked = queryClient.fetchQuery({
    queryKey: ['contacts', 'Jane'],
    queryFn: () => callApi(contactsList, { query: [['search[value]', 'Jane']] }),
  });
  await expect(asked).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(log.mock.calls).toEqual([['call failed: 400 BAD_REQUEST']]);
  expect(growlStore.get()).toBeNull();
  expect(document.body.textContent).toBe('');
});
