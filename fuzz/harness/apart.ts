/** Runs one target in its own process, because RSS is counted per process. Prints the result as one line of JSON. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { loadTarget } from './load.ts';
import { replay, runTarget } from './run.ts';

const [file = '', folder = '', seconds = '', seed = '', input = ''] = process.argv.slice(2);
const target = await loadTarget(file);
const result =
  input === ''
    ? await runTarget({
        file,
        target,
        seconds: Number(seconds),
        seed: Number(seed),
        folder: join(folder, basename(file, '.ts')),
      })
    : { findings: (await replay(file, target, readFileSync(input))).map((one) => ({ ...one, file: input })) };
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
