import { afterAll, beforeAll, expect, it } from 'vitest';

import { startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startCompose();
});
afterAll(async () => await rig.stop());

const COMMAND = 'x\r\nJPARM NUMBER 0119';

it.each(['to_person', 'to_company', 'to_location', 'regarding', 'comments', 'footer'])(
  '[A-SEND-06] a line break and a command in the field %s never become another number',
  async (field) => {
    const form = { destinations: rig.other.number, coverpage: '1', comments: 'x' };
    const before = await rig.queued();
    const bell = await rig.send({ ...form, [field]: `${COMMAND}\u0007` });
    expect(bell).toMatchObject({ status: 400, fields: { [field]: 'CONTROL_CHARACTER' } });
    expect(await rig.queued()).toBe(before);
    // Only line breaks may appear on a cover page, if the field has lines; a job then has the requested number, and no
    // other.
    const lines = await rig.send({ ...form, [field]: COMMAND });
    expect([200, 400]).toContain(lines.status);
    const jobs = await rig.database.db.selectFrom('send_job').select('to_number').execute();
    expect(jobs).toHaveLength(before + (lines.status === 200 ? 1 : 0));
    expect(jobs.filter(({ to_number }) => to_number !== rig.other.number)).toEqual([]);
  },
);
