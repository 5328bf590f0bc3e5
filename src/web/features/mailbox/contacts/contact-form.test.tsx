// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { click, find, press, type } from '#web/ui/render-for-test.tsx';
import { button, hasButton, until } from '#web/kit/open-page-for-test.tsx';
import {
  address,
  contact,
  fault,
  field,
  growled,
  leave,
  open,
  place,
  sent,
  world,
} from './contacts-for-test.tsx';

const form = () => place().querySelector('form');
const save = () => click(button('Save'));
const hotkey = (code: string) => press(document.body, 'x', { code, altKey: true, shiftKey: true });

async function fill(values: Record<string, string>) {
  for (const [label, text] of Object.entries(values)) await type(field(label), text);
}

async function addField(name: string) {
  await click(button('Add field'));
  await until(() => find(document.body, '[role=menuitem]'));
  const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
    (one) => one.textContent === name,
  );
  await act(async () => item?.click());
}

const sections = () =>
  [...place().querySelectorAll<HTMLElement>('.contact-section > h3 button')].map((one) => [
    one.textContent,
    one.getAttribute('aria-expanded'),
  ]);

describe('the form of a contact', () => {
  it('[CONT-11] [CONT-12] [CONT-14] a new contact has name, fax number and company, and sections that fold', async () => {
    await open('/contacts?new=1');
    expect(find(place(), 'form h2').textContent).toBe('New contact');
    expect(sections()).toEqual([
      ['Contact', 'true'],
      ['Personal details', 'true'],
      ['Groups', 'false'],
      ['Address', 'false'],
      ['Notes', 'false'],
    ]);
    expect(field('Fax number').value).toBe('');
    for (const name of ['Contact', 'Personal details', 'Groups', 'Address', 'Notes'])
      await click(button(name));
    expect(sections().map(([, on]) => on)).toEqual(['false', 'false', 'true', 'true', 'true']);
    await open('/contacts?contact=2');
    expect(find(place(), 'form h2').textContent).toBe('Edit contact');
    expect([field('Name').value, field('Company').value]).toEqual(['Person 2', 'Company 2']);
  });

  it('[CONT-13] the drop-down reveals fax number, home phone and work email', async () => {
    world.rows = [contact(1, { faxnum: '', email: 'a@example.com' })];
    await open('/contacts?contact=1');
    expect(() => field('Home phone')).toThrow('no field');
    await addField('Home phone');
    await until(() => expect(document.activeElement).toBe(field('Home phone')));
    await open('/contacts?new=1');
    expect(() => field('Work email')).toThrow('no field');
    await addField('Work email');
    await until(() => field('Work email'));
  });

  it('[CONT-15] [CONT-16] [CONT-22] [CONT-23] saving what is not complete shows what is missing, and then saves what is', async () => {
    await open('/contacts?new=1');
    await save();
    await until(() => expect(fault('Name')).toBe('Name is required.'));
    expect(fault('Company')).toBe('Company is required.');
    expect(fault('Fax number')).toBe('Please enter a fax number or email address to save a contact.');
    expect(sent('UserContact.json')).toEqual([]);
    expect([field('Name').maxLength, field('Company').maxLength]).toEqual([40, 40]);
    await fill({ Name: ' Ann ', Company: 'Acme', 'Fax number': '212-555-0142' });
    await save();
    await until(() => expect(address()).toEqual({ path: '/contacts' }));
    expect(sent('UserContact.json')).toMatchObject([
      { method: 'POST', body: { to_person: 'Ann', company: 'Acme', faxnum: '2125550142', email: '' } },
    ]);
    expect(growled()).toBe('Contact added');
  });

  it.each([
    ['Fax number', '123456789', 'A fax number has 10 to 15 digits.'],
    ['Fax number', '1234567890123456', 'A fax number has 10 to 15 digits.'],
    ['Fax number', '21255501ab', 'Fax number can only contain numbers.'],
    ['Work email', 'a@b', 'Enter a valid email address, like name@example.com.'],
    ['Home phone', '1234567890123456', 'A phone number can have up to 15 digits.'],
    ['Home phone', 'none', 'Home phone can only contain numbers.'],
  ])('[CONT-17] [CONT-18] [CONT-19] %s «%s»: %s', async (label, text, sentence) => {
    world.rows = [contact(1, { email: 'a@example.com', to_voicenumber: '1' })];
    await open('/contacts?contact=1');
    await fill({ [label]: text });
    await save();
    await until(() => expect(fault(label)).toBe(sentence));
    expect(sent('UserContact.json')).toEqual([]);
  });

  it('[COMP-08] a fax number is required, numeric, and has 10 to 15 digits', async () => {
    await open('/contacts?new=1');
    await fill({ Name: 'Ann', Company: 'Acme' });
    for (const [number, sentence] of [
      ['', 'Please enter a fax number or email address to save a contact.'],
      ['212555010', 'A fax number has 10 to 15 digits.'],
      ['2125550100123456', 'A fax number has 10 to 15 digits.'],
      ['21255501ab', 'Fax number can only contain numbers.'],
    ] as const) {
      await fill({ 'Fax number': number });
      await save();
      await until(() => expect([number, fault('Fax number')]).toEqual([number, sentence]));
    }
    expect(sent('UserContact.json')).toEqual([]);
    for (const faxnum of ['2125550100', '212555010012345']) {
      await open('/contacts?new=1');
      await fill({ Name: 'Ann', Company: 'Acme', 'Fax number': faxnum });
      await save();
      await until(() => expect(sent('UserContact.json').at(-1)).toMatchObject({ body: { faxnum } }));
    }
  });

  it('[CONT-20] [CONT-21] address and notes are limited, and opened when something is in them', async () => {
    world.rows = [contact(1, { to_location: '1 Main St', description: 'note' })];
    await open('/contacts?contact=1');
    expect([field('Address').maxLength, field('Notes').maxLength]).toEqual([50, 1132]);
    expect(field('Address').closest('[hidden]')).toBeNull();
    expect(find(place(), '.contact-section:has(textarea) .f-count').textContent).toBe('4/1132');
  });
});

describe('saving a contact', () => {
  it('[CONT-24] a contact with an id is changed', async () => {
    await open('/contacts?contact=2');
    await fill({ Company: 'New' });
    await click(button('Save'));
    await until(() => expect(growled()).toBe('Contact updated'));
    expect(sent('UserContact.json')).toMatchObject([
      { method: 'PUT', body: { faxnumid: '2', to_person: 'Person 2', company: 'New', faxnum: '2125550002' } },
    ]);
  });

  it.each([
    [
      { success: false, key_message: 'CONTACT_ALREADY_EXIST' },
      'A contact with this fax number or email address already exists.',
    ],
    [{ success: false, key_message: 'CONTACT_DONT_EXIST' }, 'This contact no longer exists.'],
    [
      { success: false, key_message: 'CONTACT_INVALID' },
      'The contact could not be saved. Check what you entered and try again.',
    ],
    [{ success: false }, 'The contact could not be saved. Check what you entered and try again.'],
  ])('[CONT-26] %j is said, and what was typed stays', async (answer, sentence) => {
    await open('/contacts?contact=2');
    world.answer = answer;
    await fill({ Company: 'New' });
    await save();
    await until(() => expect(growled()).toBe(sentence));
    expect(field('Company').value).toBe('New');
    expect(address()).toMatchObject({ contact: 2 });
  });

  it('[CONT-27] a lost connection is said, for adding and for updating', async () => {
    world.statuses['UserContact.json'] = 0;
    await open('/contacts?new=1&faxnum=2125550142&company=Acme');
    expect([field('Fax number').value, field('Company').value]).toEqual(['2125550142', 'Acme']);
    await fill({ Name: 'Ann' });
    await save();
    await until(() => expect(growled()).toBe('The contact could not be added. Try again.'));
    await open('/contacts?contact=1');
    await fill({ Name: 'Ann' });
    await save();
    await until(() => expect(growled()).toBe('The contact could not be updated. Try again.'));
  });
});

describe('leaving a contact', () => {
  it('asks before typed text is lost, however the form would be left', async () => {
    await open('/contacts?contact=1');
    await fill({ Name: 'Changed' });
    const ways = [
      () => click(button('Close contact')),
      () => hotkey('KeyE'),
      leave,
      () => click(button('Person 2')),
    ];
    for (const go of ways) {
      await go();
      await until(() => button('Keep editing'));
      await click(button('Keep editing'));
      expect(field('Name').value).toBe('Changed');
    }
    await click(button('Cancel'));
    await until(() => button('Discard'));
    await click(button('Discard'));
    await until(() => expect(form()).toBeNull());
  });

  it('asks nothing when nothing was typed, or when it was saved', async () => {
    await open('/contacts?contact=1');
    await click(button('Person 2'));
    await until(() => expect(field('Name').value).toBe('Person 2'));
    await click(button('Cancel'));
    await until(() => expect(form()).toBeNull());
    expect(hasButton('Keep editing')).toBe(false);
  });

  it('[SHORT-11] [SHORT-15] [SHORT-18] Alt+Shift+N opens a new contact, Enter saves it, E closes it', async () => {
    await open();
    await hotkey('KeyN');
    await until(() => expect(address()).toEqual({ path: '/contacts', new: 1 }));
    await until(() => expect(document.activeElement).toBe(field('Name')));
    await hotkey('Enter');
    await until(() => expect(fault('Name')).toBe('Name is required.'));
    await hotkey('KeyE');
    await until(() => expect(address()).toEqual({ path: '/contacts' }));
  });

  it('finds a contact that is not on the page, and says when there is none', async () => {
    world.rows = Array.from({ length: 102 }, (_, i) => contact(i + 1));
    await open('/contacts?contact=102');
    await until(() => expect(field('Name').value).toBe('Person 102'));
    await open('/contacts?contact=999');
    await until(() => expect(growled()).toBe('This contact no longer exists.'));
    expect(address()).toEqual({ path: '/contacts' });
  });
});
