// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { server } from '#web/kit/false-server-for-test.tsx';
import { openPage, until } from '#web/kit/open-page-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

import { operatorAccountAct, operatorAccountSet } from '#contract/customers/accounts.admin.ts';
import { startConsole } from './console-for-test.ts';
import { MENU } from './console-places.ts';
import { May, useMay } from './may.tsx';

let shown: Rendered;
const as = (role: string) => {
  server['GET session'] = { name: 'anna', role, twoStepSince: null, recoveryLeft: 0 };
};

beforeEach(async () => await startConsole({}));
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

function Menu() {
  const may = useMay();
  return (
    <>
      <p>{MENU.flatMap(({ id, right }) => (may(right) ? [id || 'overview'] : [])).join(' ')}</p>
      <May call={operatorAccountAct}>
        <b>Suspend</b>
      </May>
      <May call={operatorAccountSet}>
        <i>Change</i>
      </May>
    </>
  );
}

it.each([
  [
    'support',
    'overview queue lines unrouted accounts parents numbers cancellations deliveries mail-dns blocks audit securitySuspend',
  ],
  ['finance', 'overview accounts parents numbers cancellations security'],
  ['full', `${MENU.map(({ id }) => id || 'overview').join(' ')}SuspendChange`],
])('an operator for %s is shown the places and actions of the role', async (role, words) => {
  as(role);
  shown = await openPage(<Menu />);
  await until(() => expect(shown.place.textContent).toBe(words));
});
