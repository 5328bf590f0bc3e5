import { describe, expect, it } from 'vitest';
import { fileFault, MAX_VCARD_BYTES } from './contact-file.ts';
import { vcardLines } from './vcard-lines.ts';

const HEAD = 'Name,Company,Fax number,Home phone,Email,Address,Notes';
const texts = (...lines: string[]) => vcardLines(lines.join('\r\n')).map(({ text }) => text);

describe('a vCard file', () => {
  it('is one by its name, of at most 20 MiB, because phones put pictures into it', () => {
    for (const name of ['a.vcf', 'A.VCF', 'b.vcard']) {
      expect(fileFault({ name, size: MAX_VCARD_BYTES })).toBeNull();
      expect(fileFault({ name, size: MAX_VCARD_BYTES + 1 })).toBe('vcardSize');
    }
  });

  it('of an iPhone: the fax among several numbers, a picture left out, folded notes, lines counted', () => {
    const lines = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Lee;Ann;M.;Dr.;',
      'FN:Dr. Ann M. Lee',
      'ORG:Acme\\, Inc.;Sales;',
      'EMAIL;type=INTERNET;type=HOME:home@acme.example',
      'EMAIL;type=INTERNET;type=WORK;type=pref:ann@acme.example',
      'TEL;type=CELL;type=VOICE;type=pref:+1 (212) 555-0100',
      'item1.TEL:212-555-0142',
      'item1.X-ABLabel:Fax upstairs',
      'item2.ADR;type=WORK:;;1 Main St\\nFloor 2;New York;NY;10001;United States of America',
      'NOTE:One\\; two\\, thr',
      ' ee\\nfour',
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
      ' /2wBDAAEBAQEBAQEB:AQEBAQEBAQE=',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Harbor;;;;',
      'TEL;TYPE="work,fax":6465550124',
      'END:VCARD',
    ];
    expect(vcardLines(lines.join('\r\n'))).toEqual([
      { number: 1, text: HEAD },
      {
        number: 1,
        text: 'Dr. Ann M. Lee,"Acme, Inc.",212-555-0142,+1 (212) 555-0100,ann@acme.example,"1 Main St Floor 2, New York, NY, 10001","One; two, three four"',
      },
      { number: 17, text: 'Harbor,,6465550124' },
    ]);
  });

  it('of version 2.1 as Android and Outlook write it: quoted-printable over lines, character sets, bare types', () => {
    expect(
      texts(
        'BEGIN:VCARD',
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Zo=C3=AB;;;',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB=20M=C3=BCll=',
        'er',
        'ORG;ENCODING=QUOTED-PRINTABLE:B=E4ckerei',
        'TEL;CELL:2125550100',
        'TEL;WORK;FAX:212-555-0143',
        'TEL;PREF;FAX:212-555-0142',
        'NOTE:C:\\new and',
        ' old',
        'AGENT:',
        'BEGIN:VCARD',
        'FN:Somebody else',
        'TEL;FAX:9145550199',
        'END:VCARD',
        'END:VCARD',
      ),
    ).toEqual([HEAD, 'Zoë Müller,Bäckerei,212-555-0142,2125550100,,,C:\\new and old']);
  });

  it('of version 4.0 (RFC 6350): numbers as addresses, PREF, groups of people left out', () => {
    expect(
      texts(
        'BEGIN:VCARD',
        'VERSION:4.0',
        'FN:Ann',
        'TEL;VALUE=uri;TYPE="fax,work";PREF=2:tel:+1-212-555-0143',
        'TEL;VALUE=uri;TYPE=fax;PREF=1:tel:+1-212-555-0142;ext=7',
        'END:VCARD',
        'BEGIN:VCARD',
        'VERSION:4.0',
        'KIND:group',
        'FN:Friends',
        'END:VCARD',
      ),
    ).toEqual([HEAD, 'Ann,,+1-212-555-0142']);
  });

  it('that breaks off names the entry, and the others are there', () => {
    expect(
      texts('BEGIN:VCARD', 'FN:Cut', 'BEGIN:VCARD', 'FN:Whole', 'TEL;FAX:2125550142', 'END:VCARD'),
    ).toEqual([HEAD, '"Cut', 'Whole,,2125550142']);
    expect(vcardLines('')).toEqual([]);
    expect(vcardLines('Name,Fax\nAnn,2125550142')).toEqual([]);
  });

  it('of nothing but colons, quotes, blanks or numbers is read in a moment', () => {
    for (const junk of ['\nitem1.TEL:1', ':', '"', ' ', ';=', '\\', '=\n', '\n ', 'BEGIN:VCARD\n', 'A;="'])
      expect(vcardLines(`BEGIN:VCARD\nNOTE;${junk.repeat(200_000)}`).length).toBeGreaterThan(0);
  });
});
