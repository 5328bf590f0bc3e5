import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import { startCompose } from '#test/compose-rig.ts';

const PAGE = join(import.meta.dirname, '../../../../../../docs/api/send.md');

it('every curl command of docs/api/send.md does what the page says', async () => {
  const rig = await startCompose();
  const program = await startProgram(rig, { kind: 'account', id: rig.account.id }, { mode: 'test' });
  await writeFile(join(rig.folder, 'letter.txt'), 'Dear Sir');
  const blocks = [...(await readFile(PAGE, 'utf8')).matchAll(/```sh\n(curl .*?)```/gsu)];
  const answers = [];
  for (const [, command = ''] of blocks) {
    const here = command.replaceAll('https://fax.example.com', `http://127.0.0.1:${rig.port}`);
    const { stdout } = await promisify(execFile)('sh', ['-c', here.replace('curl ', 'curl --silent ')], {
      cwd: rig.folder,
      env: { ...process.env, F2E_API_KEY: program.key },
    });
    answers.push(JSON.parse(stdout) as { object: string; data?: { client_ref: string }[] });
  }
  expect(answers).toMatchObject([
    { object: 'list', data: [{ client_ref: 'order-77' }] },
    { object: 'list', data: [{ client_ref: 'order-78' }, { metadata: { clinic: 'North' } }] },
    { object: 'draft', files: [{ name: 'letter.txt' }] },
  ]);
  await rig.stop();
});
