import { expect, it } from 'vitest';

import { ClientTransactions } from './client-transactions.ts';

it('sends the same ACK again, byte for byte (RFC 3261 13.2.2.4)', () => {
  const sent: string[] = [];
  const transactions = new ClientTransactions({
    send: (text) => void sent.push(text),
    sentBy: () => '127.0.0.1:5060',
  });
  const peer = { transport: 'udp', host: '127.0.0.1', port: 5061 } as const;
  const again = transactions.sendOnly({ method: 'ACK', uri: 'sip:1@127.0.0.1', headers: [], peer });
  again();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
});
