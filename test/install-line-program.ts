import { join } from 'node:path';

import { THIS_MACHINE } from '#engine/fax-line/hylafax/install-server.ts';
import { act } from '#operator/act.ts';
import { addInstalledLine } from '#operator/install-line.ts';

/** `f2e line add --install` as a process of its own, over the machine in this folder: it gives up its rights for good. */
const [machine = '', name = ''] = process.argv.slice(2);

await act({ json: true }, async (installation) => {
  const { change } = await addInstalledLine(
    installation,
    { kind: 'hylafax', name },
    // Every machine has this character device.
    { modem: 'null', number: '2125550100' },
    {
      etc: join(machine, 'etc'),
      spool: join(machine, 'spool'),
      dev: '/dev',
      systemd: false,
      units: join(machine, 'units'),
      run: async (command, args, input) =>
        command === 'perl' ? await THIS_MACHINE.run(command, args, input) : { status: 0, output: '' },
    },
  );
  return { json: { change: change.kind, uid: process.getuid?.() }, rows: [] };
});
