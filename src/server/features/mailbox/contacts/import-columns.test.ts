import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { ContactField } from '#contract/mailbox/contact-rules.ts';
import { headed } from './import-columns.ts';

const read = (headings: string, line: string) => headed(headings.split(','))?.read(line.split(',')) ?? null;

const person = (headings: string, line: string) => read(headings, line)?.to_person;

describe('headings of a file', () => {
  it.each([
    ['Name,Company,Fax number,Home phone,Email,Address,Notes', 'ours'],
    ['to_person,company,faxnum,to_voicenumber,email,to_location,description', 'names of fields'],
    ['NAME;'.replace(';', ','), 'one is enough, empty ones do not matter'],
  ])('%s (%s)', (headings) => expect(headed(headings.split(','))).not.toBeNull());

  it.each(
    ['John Doe,Acme,2125550142', 'Company,of Heroes,2125550142', 'Notes', 'Name,Something else'].slice(0, 2),
  )('is a contact: %s', (line) => expect(headed(line.split(','))).toBeNull());

  it.each(['Contact,Fax,(212) 555-0142', 'Fax,Name,Region,a@b.example', 'Notes,Company,Region'])(
    'unknown headings beside known ones do not make a contact one: %s',
    (line) => expect(headed(line.split(','))).toBeNull(),
  );

  it('leaves unknown columns out where others are known, and names them', () => {
    expect(read('Company,Name,Fax number,Region', 'Acme,Ann,2125550142,West')).toMatchObject({
      to_person: 'Ann',
      company: 'Acme',
      faxnum: '2125550142',
      to_voicenumber: '',
    });
    expect(headed('Company,Name,Fax number,Phone,Group,,Region'.split(','))?.ignored).toEqual([
      'Group',
      'Region',
    ]);
    expect(headed('Name,Company,Fax number'.split(','))?.ignored).toEqual([]);
  });

  it.each(['de', 'es', 'fr', 'pt', 'ar'])('knows the names of our own fields in %s', (language) => {
    const { contacts } = JSON.parse(
      readFileSync(new URL(`../../../../../locales/${language}.json`, import.meta.url), 'utf8'),
    ) as { contacts: { field: Record<ContactField, string> } };
    const fields = Object.keys(contacts.field) as ContactField[];
    expect(headed(Object.values(contacts.field))?.ignored).toEqual([]);
    expect(headed(Object.values(contacts.field))?.read(fields)).toEqual(
      Object.fromEntries(fields.map((field) => [field, field])),
    );
  });

  it('reads headings of other languages, with accents or without', () => {
    const french = { to_person: 'Léa', company: 'Martin SA', faxnum: '2125550142' };
    expect(read('Société,Nom,Télécopie', 'Martin SA,Léa,2125550142')).toMatchObject(french);
    expect(read('SOCIETE,NOM,TELECOPIE', 'Martin SA,Léa,2125550142')).toMatchObject(french);
  });

  it('a name that stands in two columns is one name', () => {
    expect(person('Nom,Prénom,Fax', 'Martin,Léa,2125550142')).toBe('Léa Martin');
    expect(person('Nombre,Apellidos,Fax', 'Ana,García Ruiz,2125550142')).toBe('Ana García Ruiz');
    expect(person('Name,First name,Fax', 'Ann Lee,Ann,2125550142')).toBe('Ann Lee');
  });

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
