import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../docs/api/verify-signature');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = JSON.stringify({
  type: 'fax.received',
  timestamp: '2026-11-20T20:02:11Z',
  data: { from: 'Zoë ✓' },
});

/** The command for each program. Debian has no .NET, so the C# program is not run. */
const PROGRAMS: readonly (readonly [string, ...string[]])[] = [
  [process.execPath, 'verify.mjs'],
  ['python3', 'verify.py'],
  ['php', 'verify.php'],
  ['go', 'run', 'verify.go'],
  ['java', 'Verify.java'],
];

describe.each(PROGRAMS.map((program) => ({ program, name: program.at(-1) })))(
  'docs/api/verify-signature/$name',
  ({ program: [file, ...args] }) => {
    /** Returns the program's result for a request signed with these secrets, `seconds` from now. */
    const judge = (by: readonly string[], { seconds = 0, body = BODY } = {}) => {
      const at = new Date(Date.now() + seconds * 1000);
      const signatures = by.map((secret) => new Webhook(secret).sign('evt_1', at, BODY)).join(' ');
      const post = [SECRET, 'evt_1', String(Math.floor(at.getTime() / 1000)), signatures];
      const env = { ...process.env, GOCACHE: '/tmp/f2e-go-cache', GOFLAGS: '-mod=mod' };
      const { status, stdout } = spawnSync(file, [...args, ...post], { cwd: FOLDER, input: body, env });
      return [status, stdout.toString().trim()];
    };

    it('takes a signed post, refuses a forged, a changed and an old one', () => {
      expect(judge([SECRET])).toEqual([0, 'fax.received']);
      expect(judge([OTHER, SECRET])).toEqual([0, 'fax.received']);
      expect(judge([OTHER])).toEqual([1, '']);
      expect(judge([SECRET], { body: `${BODY} ` })).toEqual([1, '']);
      expect(judge([SECRET], { seconds: -310 })).toEqual([1, '']);
    });
  },
);
