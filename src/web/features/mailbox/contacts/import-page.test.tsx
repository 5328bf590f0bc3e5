// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, find, findInput } from '#web/ui/render-for-test.tsx';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { address, growled, open, place, sent, world } from './contacts-for-test.tsx';

const outcome = (values: object) => ({
  success: true,
  data: { imported: 0, updated: 0, skipped: 0, errors: [], ...values },
});

async function choose(name: string, content: string | Uint8Array) {
  await chooseFile(new File([content as BlobPart], name));
}

async function chooseFile(file: File) {
  const input = findInput(place(), 'input[type=file]');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

const cannotRead = async () => await Promise.reject(new DOMException('gone', 'NotFoundError'));

const imports = (dryRun: boolean) =>
  sent('ImportContacts.json')
    .map((call) => call.body)
    .filter((body) => 'dryRun' in body === dryRun);

describe('the import page', () => {
  afterEach(() => vi.useRealTimers());

  it('[IMP-01] takes a CSV file and a choice of what happens to duplicates', async () => {
    await open('/contacts/import');
    expect(findInput(place(), 'input[type=file]').accept).toContain('.csv');
    const modes = [...place().querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(modes.map((mode) => [mode.value, mode.checked])).toEqual([
      ['0', true],
      ['1', false],
    ]);
  });

  it.each([
    ['contacts.txt', 'a,b', 'File type not supported'],
    ['contacts.csv', new Uint8Array(1_048_577), 'File too large'],
  ])('[IMP-02] %s opens a modal, and the import starts anew', async (name, content, title) => {
    world.answer = outcome({ imported: 1 });
    await open('/contacts/import');
    await choose('good.csv', 'Ann,Acme,2125550142');
    await until(() => expect(place().textContent).toContain('good.csv'));
    await choose(name, content);
    await until(() => expect(document.querySelector('[role=alertdialog]')?.textContent).toContain(title));
    await click(button('OK'));
    await until(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());
    expect(place().querySelector('.import-file')).toBeNull();
    expect(imports(false)).toEqual([]);
  });

  it('the file that was chosen last counts, even if an earlier one is read later', async () => {
    world.answer = outcome({ imported: 1 });
    await open('/contacts/import');
    const slow = Promise.withResolvers<ArrayBuffer>();
    const first = new File(['Ann'], 'first.csv');
    await chooseFile(Object.assign(first, { arrayBuffer: async () => await slow.promise }));
    await choose('second.csv', 'Bob,Acme,2125550143');
    await until(() => expect(place().textContent).toContain('second.csv'));
    await act(async () => slow.resolve(new TextEncoder().encode('Ann,Acme,2125550142').buffer));
    await until(() => button('Import 1 contact'));
    expect(place().textContent).toContain('second.csv');
    expect(imports(true).map(({ csv }) => csv)).toEqual([['Bob,Acme,2125550143']]);
  });

  it('says that a file can’t be read, and keeps the one before', async () => {
    world.answer = outcome({ imported: 1 });
    await open('/contacts/import');
    await choose('good.csv', 'Ann,Acme,2125550142');
    await until(() => button('Import 1 contact'));
    await chooseFile(Object.assign(new File(['Bob'], 'gone.csv'), { arrayBuffer: cannotRead }));
    await until(() =>
      expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('gone.csv'),
    );
    await click(button('OK'));
    expect(place().textContent).toContain('good.csv');
    expect(button('Import 1 contact').disabled).toBe(false);
  });

  it('[IMP-03] [IMP-04] [IMP-05] sends lines and mode, first to see what would happen, then to do it', async () => {
    world.answer = outcome({ imported: 1, updated: 1 });
    await open('/contacts/import');
    await choose('a.csv', 'Name,Company\r\n"Doe, J",Acme,2125550142,,,\r\n\r\nAnn,Acme\r\n');
    const csv = ['Name,Company', '"Doe, J",Acme,2125550142', 'Ann,Acme'];
    await until(() => expect(imports(true)).toEqual([{ doReplace: '0', csv, dryRun: '1' }]));
    await click(find(place(), 'input[type=radio][value="1"]'));
    await until(() => expect(imports(true).at(-1)).toEqual({ doReplace: '1', csv, dryRun: '1' }));
    await until(() => button('Import 2 contacts'));
    expect(place().textContent).toContain('1 contact will be added');
    expect(place().textContent).toContain('1 contact will be overwritten');
    expect(imports(false)).toEqual([]);
    await click(button('Import 2 contacts'));
    await until(() => expect(imports(false)).toEqual([{ doReplace: '1', csv }]));
  });

  it('names the columns that are left out', async () => {
    world.answer = outcome({ imported: 1, ignored: ['Group', 'Region'] });
    await open('/contacts/import');
    await choose('a.csv', 'Name,Fax,Group,Region\r\nAnn,2125550142,A,West');
    await until(() => expect(place().textContent).toContain('Ignored columns: Group, Region'));
  });

  it('[IMP-06] the list shows 1.5 s after the start', async () => {
    world.answer = outcome({ imported: 1 });
    await open('/contacts/import');
    await choose('a.csv', 'Ann,Acme,2125550142');
    await until(() => button('Import 1 contact'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await click(button('Import 1 contact'));
    await act(async () => vi.advanceTimersByTime(1499));
    expect(address()).toEqual({ path: '/contacts/import' });
    await act(async () => vi.advanceTimersByTime(1));
    vi.useRealTimers();
    await until(() => expect(address()).toEqual({ path: '/contacts' }));
    await until(() => expect(growled()).toContain('Import finished: 1 added'));
  });

  it('names every line that can’t be imported by its place in the file, and gives them as a file', async () => {
    const errors = [{ line: 2, reason: 'FAX_OR_EMAIL_REQUIRED', field: 'faxnum' }];
    world.answer = outcome({ imported: 1, errors });
    await open('/contacts/import');
    await choose('a.csv', 'Ann,Acme,2125550142\n\n\n=cmd,Acme\n');
    await until(() => expect(place().textContent).toContain('1 line can’t be imported'));
    expect(find(place(), '.import-faults li').textContent).toBe(
      'Line 4: Please enter a fax number or email address to save a contact.=cmd,Acme',
    );
    let saved: Blob | undefined;
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => ((saved = blob), 'blob:x') }));
    await click(button('Download these lines'));
    expect(await saved?.text()).toContain(
      '"4","Please enter a fax number or email address to save a contact.","\'=cmd,Acme"',
    );
  });

  it('a failed import leaves everything where it is', async () => {
    world.answer = outcome({ imported: 1 });
    await open('/contacts/import');
    await choose('a.csv', 'Ann,Acme,2125550142');
    await until(() => button('Import 1 contact'));
    world.statuses['ImportContacts.json'] = 0;
    await click(button('Import 1 contact'));
    await until(() => expect(growled()).toBe('Nothing was imported. Try again.'));
    expect(place().textContent).toContain('a.csv');
  });

  it('a file without contacts can’t be imported', async () => {
    world.answer = outcome({});
    await open('/contacts/import');
    await choose('a.csv', '\r\n,,\r\n');
    await until(() => expect(place().textContent).toContain('There are no contacts in this file.'));
    expect(button('Import 0 contacts').disabled).toBe(true);
  });
});
