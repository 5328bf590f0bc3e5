import type { Audited, World } from './world.ts';

const line = async ({ test }: World, name: string) => {
  await test.sending.lineAdmin.addLine({ kind: 'simulator', name });
  return name;
};

/** Changes of lines by operators. */
export const LINE_REQUESTS = {
  operatorLineAct: [
    'line.drain',
    async (world) => ({ body: { name: await line(world, 'drained'), verb: 'drain' } }),
  ],
  operatorLineSet: [
    'line.set',
    async (world) => ({
      body: {
        name: await line(world, 'changed'),
        pattern: '+1212*',
        priority: 5,
        price: 0.9,
        channels: 2,
        config: {},
      },
    }),
  ],
  operatorTestCall: [
    'line.call',
    async (world) => ({ body: { name: await line(world, 'tried'), to: '310-555-0142' } }),
  ],
  operatorLineAdd: [
    'line.add',
    () => ({
      body: {
        kind: 'hylafax',
        name: 'fax1',
        pattern: '+1212*',
        priority: 7,
        channels: 2,
        config: { url: 'hylafax://fax:secret@127.0.0.1:4559' },
      },
    }),
  ],
} as const satisfies Record<string, Audited>;
