import { expect, it } from 'vitest';

import { CallAnswerer } from './incoming.ts';

it('a call that can neither be answered nor refused is a fault of the line, and no more', async () => {
  const failed: string[] = [];
  const agent: { onCall?: (call: unknown) => void; watch(): () => void } = { watch: () => () => undefined };
  const answerer = new CallAnswerer(
    { trunk: { settings: { calls: 1 } }, agent, spool: {}, speed: 1 } as never,
    {
      answerFor: () => undefined,
      arrived: () => undefined,
      failed: (reason: string) => failed.push(reason),
    } as never,
  );
  agent.onCall?.({
    request: { uri: '', headers: new Map(), text: '', callId: '1' },
    refuse: () => {
      throw new Error('the socket is closed');
    },
  });
  await answerer.stop();
  expect(failed).toHaveLength(2);
  expect(failed[1]).toContain('the socket is closed');
});
