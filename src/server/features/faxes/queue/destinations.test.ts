import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toE164 } from '#contract/kit/fax-number.ts';
import { makeAccount } from '#test/factories.ts';
import { expectLaw } from '#test/laws.ts';
import { startSending } from '#test/sending-rig.ts';

import { abroadPrefixes, parseDestination, reachOf } from './destinations.ts';

describe('where a number is', () => {
  it.each([
    ['2125550100', 'home'],
    ['6135550100', 'home'],
    ['7875550100', 'home'],
    ['8005550100', 'home'],
    ['8765550100', 'abroad'],
    ['2845550100', 'abroad'],
    ['01145', 'barred'],
    ['011442079460000', 'abroad'],
    ['0114533123456', 'abroad'],
    ['9005550100', 'barred'],
    ['9765550100', 'barred'],
    ['5005550100', 'barred'],
    ['0118821612345', 'barred'],
    ['011979123456789', 'barred'],
  ])('%s: %s', (number, expected) => {
    expect(reachOf(number)).toBe(expected);
  });

  it('what is abroad is known by how it begins', async () => {
    const nanp = fc.stringMatching(/^[2-9]\d{2}[2-9]\d{6}$/u);
    const law = fc.property(nanp, (number) => {
      const reach = reachOf(number);
      fc.pre(reach !== 'barred');
      expect(abroadPrefixes().some((prefix) => number.startsWith(prefix))).toBe(reach === 'abroad');
    });
    await expectLaw(law, 2_000);
    expect(abroadPrefixes()).toEqual(expect.arrayContaining(['011', '876', '284']));
  });

  it('a number of another country is never taken for one of ours', () => {
    const written = ['+45 33 12 34 56', '011 45 33123456', '+442079460000', '+1 212 555 0100', '2125550100'];
    expect(written.map((one) => parseDestination(one, true))).toEqual([
      '0114533123456',
      '0114533123456',
      '011442079460000',
      '2125550100',
      '2125550100',
    ]);
    expect(toE164('0114533123456')).toBe('+4533123456');
    expect(() => parseDestination('011 45 33123456')).toThrow('INTERNATIONAL_NOT_ALLOWED');
  });

  it.each([
    ['+442071234567', 'INTERNATIONAL_NOT_ALLOWED'],
    ['+45 33 12 34 56', 'INTERNATIONAL_NOT_ALLOWED'],
    ['+44207', 'NUMBER_INVALID'],
    ['+445555555555555', 'NUMBER_INVALID'],
    ['442071234567', 'NUMBER_INVALID'],
    ['+1 212 555 01', 'NUMBER_INVALID'],
  ])('%s, for an account that may not call abroad: %s', (written, code) => {
    expect(() => parseDestination(written)).toThrow(code);
  });
});

describe('an account that may call abroad', () => {
  it('sends there at most so many faxes a day, and others send none', async () => {
    const rig = await startSending();
    try {
      await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
      const { id } = await makeAccount(rig.database.db, { monthLimit: 10_000 });
      await expect(rig.send(id, ['8765550100'])).rejects.toThrow('DESTINATION_NOT_ALLOWED');
      await expect(rig.send(id, ['011442079460000'])).rejects.toThrow('INTERNATIONAL_NOT_ALLOWED');
      await rig.database.db
        .updateTable('account')
        .set({ international: true })
        .where('id', '=', id)
        .execute();
      await rig.send(id, ['8765550100', '011442079460000', '2125550100']);
      await expect(rig.send(id, ['9005550100'])).rejects.toThrow('DESTINATION_NOT_ALLOWED');
      for (let batch = 0; batch < 6; batch += 1) {
        const numbers = Array.from({ length: 8 }, (_, i) => `0114420794600${batch}${i}`);
        await rig.send(id, numbers);
      }
      await expect(rig.send(id, ['8765550100'])).rejects.toThrow('ABROAD_LIMIT');
      await rig.send(id, ['2125550100']);
    } finally {
      await rig.stop();
    }
  });
});
