import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';

import { isNetworkFault } from './port.ts';

const thrown = async (act: () => unknown): Promise<unknown> => {
  try {
    return await act();
  } catch (error) {
    return error;
  }
};
const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

it.each([
  ['a refused connection', async () => await once(connect(1, '127.0.0.1'), 'connect')],
  ['a limit of time', () => new DOMException('late', 'TimeoutError')],
  ['a fault behind another', () => new TypeError('fetch failed', { cause: withCode('ECONNRESET') })],
  ['an abort', () => AbortSignal.abort().throwIfAborted()],
  ['a name without address', () => withCode('ENOTFOUND')],
  ['a look-up that fails', () => withCode('EAI_AGAIN')],
  ['a certificate that is too old', () => withCode('CERT_HAS_EXPIRED')],
  ['a certificate of another host', () => withCode('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['an answer that is no HTTP', () => withCode('HPE_INVALID_CONSTANT')],
])('the network is at fault: %s', async (_, act) => {
  expect(isNetworkFault(await thrown(act))).toBe(true);
});

it.each([
  ['a wrong property', () => (undefined as unknown as { x: string }).x.length],
  ['a port that is none', () => connect(99_999)],
  ['an argument that Node refuses', () => Buffer.from(null as unknown as string)],
  ['a wrong statement', () => withCode('42601')],
  ['no error', () => 'ECONNRESET'],
])('we are at fault: %s', async (_, act) => {
  expect(isNetworkFault(await thrown(act))).toBe(false);
});
