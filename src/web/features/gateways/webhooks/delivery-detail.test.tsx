// @vitest-environment jsdom
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

import { curlOf } from './delivery-detail.tsx';

const delivery = {
  id: '1',
  event: 'evt_1',
  type: 'webhook.test',
  about: '',
  state: 'delivered',
  attempts: 1,
  last: null,
  nextTry: null,
  createdAt: '',
  tries: [],
  body: `{"it's":"$(id) \`id\` \\\\ \\"x\\""}`,
} as const;

it('the command of a delivery is one command to a shell, whatever the address and body hold, and has no signature', () => {
  const url = `https://hooks.example.com/?a='; id; echo '&b=$(id)`;
  const command = curlOf(url, { ...delivery, tries: [] });
  const words = execFileSync('sh', ['-c', command.replace(/^curl/u, String.raw`printf '%s\n'`)]).toString();
  expect(words.split('\n')).toEqual([
    '-X',
    'POST',
    url,
    '-H',
    'content-type: application/json',
    '-H',
    'user-agent: f2e-webhooks/1',
    '-H',
    'webhook-id: evt_1',
    '--data-raw',
    delivery.body,
    '',
  ]);
  expect(command).not.toMatch(/signature|whsec/u);
});
