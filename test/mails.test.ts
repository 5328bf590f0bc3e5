import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { lastMail } from './mails.ts';

it('reads a link whose key begins a line with two hyphens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-mails-'));
  await mkdir(join(folder, 'mail'));
  const lines = [
    'X-F2E-Template: invitation',
    'X-Envelope-To: ana@example.com',
    'Content-Type: multipart/alternative; boundary="--_NmP-1"',
    '',
    '----_NmP-1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'http://localhost/join?token=3Dabc=',
    '--def',
    '----_NmP-1',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Join</p>',
    '----_NmP-1--',
    '',
  ];
  await writeFile(join(folder, 'mail', '1.eml'), lines.join('\r\n'));
  const { link } = await lastMail(folder, 'invitation', 'ana@example.com');
  expect(link).toBe('http://localhost/join?token=abc--def');
  await rm(folder, { recursive: true });
});
