// Sends a fax for each line of a CSV file: number, name, file. Run it again after a stop: nothing is sent twice.
import { createFaxClient } from 'fax-to-email-sdk';
import { createHash } from 'node:crypto';
import { openAsBlob, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { argv, env, exit } from 'node:process';

/** Sends under way at the same time. The rate of the key is kept by the SDK, which waits when it is told to. */
const AT_ONCE = 5;

const [, , file = 'faxes.csv'] = argv;
const client = createFaxClient({ key: env.F2E_API_KEY, baseUrl: env.F2E_URL, maxRetries: 10 });
const text = readFileSync(file, 'utf8');
const campaign = createHash('sha256').update(text).digest('hex').slice(0, 16);
const rows = text.split(/\r?\n/u).slice(1).filter(Boolean);
let failed = 0;

async function send(row, line) {
  const [to, name, document] = row.split(',').map((cell) => cell.trim());
  try {
    const path = resolve(dirname(file), document);
    const content = await openAsBlob(path);
    // The same line of the same file has the same key, so a repeat is answered with the fax of before.
    const { data } = await client.faxes.send(
      {
        to: [to],
        files: [{ name: basename(path), content }],
        cover: { to_name: name },
        client_ref: `${campaign}-${line}`,
      },
      { idempotencyKey: `${campaign}-${line}` },
    );
    console.log(`${line},${to},${data[0].id}`);
  } catch (error) {
    failed += 1;
    console.error(`line ${line}: ${to}: ${error.code ?? ''} ${error.message}`);
  }
}

const queue = rows.entries();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const [at, row] of queue) await send(row, at + 2);
  }),
);
exit(failed === 0 ? 0 : 1);
