import { startFakeWebdav, WEBDAV_LOGIN, WEBDAV_PASSWORD } from '#test/fake-webdav.ts';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { createRemoteStorages } from './choose.ts';
import { describeRemoteStorage } from './storage.contract-test.ts';

describeRemoteStorage('WebDAV', async () => {
  const server = await startFakeWebdav();
  const storages = createRemoteStorages({
    guard: createOutboundGuard({ allowPrivate: true }),
    egnyte: { baseUrl: '', clientId: '', clientSecret: '' },
  });
  return {
    open: (change) =>
      storages.open({
        kind: 'webdav',
        url:
          change === 'nobody-there'
            ? 'http://127.0.0.1:1/drop'
            : `${server.url}/${{ 'read-only': 'readonly', 'new-folder': 'fresh' }[String(change)] ?? 'drop'}`,
        login: WEBDAV_LOGIN,
        password: change === 'wrong-login' ? 'no' : WEBDAV_PASSWORD,
      }),
    files: async () =>
      new Map(
        [...server.files]
          .filter(([path]) => path.startsWith('/drop/'))
          .map(([path, bytes]) => [path.slice('/drop/'.length), bytes]),
      ),
    stop: async () => await server.stop(),
  };
});
