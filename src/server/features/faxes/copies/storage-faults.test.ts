import { expect, it } from 'vitest';

import { STORAGE_FAULTS } from '#contract/faxes/storage-faults.ts';
import { DROP_FAULTS } from '#engine/remote-storage/port.ts';

it('every fault that a storage can have is one that the contract names', () => {
  expect(STORAGE_FAULTS).toEqual(expect.arrayContaining([...DROP_FAULTS]));
});
