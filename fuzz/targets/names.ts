import { emailAddress } from '../../src/contract/kit/email-address.ts';
import { normalizeNumber } from '../../src/contract/kit/fax-number.ts';
import { isPattern, matchesPattern } from '../../src/engine/fax-line/pattern.ts';
import { parseAddress } from '../../src/engine/mail/address.ts';
import { isAddressAllowed } from '../../src/engine/outbound-guard/addresses.ts';
import { safeName } from '../../src/server/kit/safe-name.ts';
import { readEntryName } from '../../src/server/features/operations/backup/archive-format.ts';
import {
  readFaxAddress,
  splitAddress,
} from '../../src/server/features/gateways/email-to-fax/recipient-address.ts';
import { checkRecords, recordsFor } from '../../src/server/features/email/outgoing/domains/dns-records.ts';
import { addressBlock, networkOf } from '../../src/server/kit/address.ts';
import { isLoopbackName, isNearAddress } from '../../src/server/kit/near-address.ts';
import { isIP } from 'node:net';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const RECORDS = recordsFor({ domain: 'example.com', selector: 's', publicKey: 'AAAA' }, 'mail.example.com');

/** Addresses, numbers, file names and DNS records. */
export const target: FuzzTarget = {
  covers: [
    '/src/contract/kit/',
    '/src/engine/mail/address',
    '/src/engine/fax-line/pattern',
    '/src/server/',
    '/src/engine/outbound-guard/',
  ],
  maxBytes: 64 * 1024,
  seeds: () => [
    seed('2125550100.3105550100@fax.example.com'),
    seed('+1 (212) 555-0100'),
    seed('+1212*,+44*7*'),
    seed('::ffff:192.0.2.1'),
    seed('2001:db8::1'),
    seed('C:\\folder\\fax.tar.gz'),
    seed('v=DKIM1; k=rsa; p=AAAA'),
    seed('files/documents/2026/a.tif'),
  ],
  run: async (input) => {
    const text = input.toString('utf8');
    const name = safeName(text);
    holds(name.length <= 255 && name !== '' && !/[/\\\p{Cc}]/u.test(name), 'a name is only a label');
    holds(name.isWellFormed(), 'a name can be encoded');
    const address = parseAddress(text);
    if (address !== null) holds(/^[^\s,;<>"()]+@[^\s,;<>"()@]+$/.test(address), 'an address is one address');
    emailAddress.safeParse(text);
    readFaxAddress(splitAddress(text).local);
    holds(/^\+?\d*$/.test(normalizeNumber(text)), 'a number has digits only');
    if (isPattern(text)) matchesPattern(text, '+12125550100');
    readEntryName(text);
    isLoopbackName(text);
    isNearAddress(text);
    if (isIP(text) !== 0) {
      isAddressAllowed(text, false);
      holds(addressBlock(addressBlock(text)) !== '' && networkOf(text) !== '', 'an address has a network');
    }
    await checkRecords(RECORDS, { txt: async () => text.split('\n'), mx: async () => [text] });
  },
};
