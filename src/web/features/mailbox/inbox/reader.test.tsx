// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find, press } from '#web/ui/render-for-test.tsx';
import { faxRowForTest } from './fax-row-for-test.ts';
import { address, calls, faxes, open, option, options, place, world } from './inbox-for-test.tsx';
import { pageRotation } from './page-turns.ts';
import { anchorAt, stepFrom, zoomKey } from './zoom.ts';

// jsdom does not decode images.
HTMLImageElement.prototype.decode = async () => {};

const pictures = () => [...place().querySelectorAll<HTMLImageElement>('.page img')];
const area = () => find(place(), '.page-area');
const bar = () => find(place(), '[role=separator]');
const turns = () => pictures().map((image) => image.dataset['turn'] ?? '0');
const drawn = () => pictures().map((image) => new URL(image.src).searchParams.get('r'));
const faxOf = (link: HTMLAnchorElement) => new URL(link.href).searchParams.get('fax');
/** Opens a fax with this many pages, whose pictures are loaded. */
async function openFax(pages: number) {
  world.rows = [faxRowForTest('1', { fax_pages: pages })];
  await open('/inbox?fax=1');
  await until(() => expect(pictures()).toHaveLength(pages));
  await act(async () => {
    for (const image of pictures()) image.dispatchEvent(new Event('load'));
  });
}

describe('turning', () => {
  it('[MSG-07] shows at once, and the file that the server turned takes the place of the picture', async () => {
    await openFax(2);
    const gate = Promise.withResolvers<void>();
    world.gate = gate.promise;
    world.turned = { rotation: 270 };
    await click(button('Turn left'));
    expect([turns(), drawn()]).toEqual([
      ['270', '270'],
      ['0', '0'],
    ]);
    gate.resolve();
    await until(() => expect(drawn()).toEqual(['270', '270']));
    expect(turns()).toEqual(['0', '0']);
    expect(calls('faxRotate')[0]?.body).toEqual({ fid: '1', inbox: 1, direction: 'left' });
  });

  it('turns a single page on top of the others, in the list, too', async () => {
    await openFax(2);
    world.turned = { rotation: 0, page_turns: [90] };
    await click(find(place(), '.zoom button:last-of-type'));
    const entry = await until(() => find(document, '[role=menuitem]:last-child'));
    await click(entry);
    await until(() => expect(calls('faxRotate')).toHaveLength(1));
    await until(() => expect(drawn()).toEqual(['90', '0']));
    expect(calls('faxRotate')[0]?.body).toMatchObject({ page: 1, direction: 'right' });
    expect(find(option(0), 'img').getAttribute('src')).toContain('r=90');
  });

  it('is taken back when the server refuses, and says so', async () => {
    await openFax(1);
    world.statuses['faxRotate'] = 400;
    await click(button('Turn right'));
    await until(() => expect(growlStore.get()?.kind).toBe('error'));
    expect([turns(), drawn()]).toEqual([['0'], ['0']]);
  });

  it('[MSG-06] is not offered for a sent fax', async () => {
    world.rows = [faxRowForTest('1', { action: 'S', is_inbox: 0 })];
    await open('/inbox?folder=Sent&fax=1');
    await until(() => expect(pictures()).toHaveLength(1));
    expect(place().querySelector('[aria-label="Turn right"]')).toBeNull();
    expect(find(place(), '[aria-label="Full screen"]')).not.toBeNull();
  });

  it('adds the turns of a page to those of the fax', () => {
    expect(pageRotation({ rotation: 270, page_turns: [180] }, 1)).toBe(90);
    expect(pageRotation({ rotation: 270, page_turns: [180] }, 2)).toBe(270);
  });
});

describe('zoom', () => {
  it('takes + − 0 on the pages, and the device remembers', async () => {
    await openFax(1);
    expect(area().dataset['zoom']).toBe('width');
    await press(area(), '+');
    expect([area().dataset['zoom'], area().style.getPropertyValue('--zoom')]).toEqual(['fixed', '1.25']);
    await open('/inbox?fax=1');
    await until(() => expect(area().style.getPropertyValue('--zoom')).toBe('1.25'));
    await press(area(), '-');
    expect(area().style.getPropertyValue('--zoom')).toBe('0.75');
    await press(area(), '0');
    expect(area().dataset['zoom']).toBe('width');
  });

  it('goes through steps and stays within bounds', () => {
    expect([stepFrom(61, 1), stepFrom(61, -1), stepFrom(400, 1), stepFrom(25, -1)]).toEqual([
      67, 50, 400, 25,
    ]);
    const plain = { ctrlKey: false, metaKey: false, altKey: false };
    expect(zoomKey({ ...plain, key: '+', ctrlKey: true })).toBeNull();
    expect(anchorAt(document.createElement('div'))).toBeNull();
  });
});

describe('the horizontal view', () => {
  it('[INBOX-08] has the fax below a table, a bar that keys move, and is remembered by the device', async () => {
    world.rows = faxes(3);
    await open();
    await click(button('Horizontal view'));
    await until(() => expect(address()).toEqual({ view: 'horizontal' }));
    expect(bar().ariaValueNow ?? bar().getAttribute('aria-valuenow')).toBe('42');
    await press(bar(), 'ArrowDown');
    await press(bar(), 'ArrowDown');
    await press(bar(), 'ArrowUp');
    expect(bar().getAttribute('aria-valuenow')).toBe('46');
    await press(bar(), 'End');
    expect(bar().getAttribute('aria-valuenow')).toBe('85');
    option(0).focus();
    await press(option(0), 'ArrowDown');
    await press(option(1), 'Enter');
    await until(() => expect(find(place(), '.read').textContent).toContain('2 of 3'));
    await open();
    expect(bar().getAttribute('aria-valuenow')).toBe('85');
    await click(button('Vertical view'));
    await until(() => expect(place().querySelector('[role=separator]')).toBeNull());
    expect(options()).toHaveLength(3);
  });

  it('is the list on a phone', async () => {
    world.width = 390;
    await open('/inbox?view=horizontal');
    expect(place().querySelector('[role=separator]')).toBeNull();
    expect(options()).toHaveLength(5);
  });
});

describe('details', () => {
  it('stand beside the pages once asked for: other faxes with the number, the calls of a sent one', async () => {
    const mine = { fax_from: '2125550007' };
    world.rows = [
      faxRowForTest('1', { ...mine, action: 'S', is_inbox: 0, status: 'OK' }),
      faxRowForTest('2', { ...mine, action: 'S', is_inbox: 0, status: 'FAILED' }),
      faxRowForTest('3', { fax_from: '2125550008', action: 'S', is_inbox: 0 }),
    ];
    world.followed = [
      {
        jobid: '11',
        fid: '1',
        to_faxnumber: '2125550007',
        date: '2026-11-20T09:59:00-05:00',
        state: 'DELIVERED',
        dials: 1,
        pages: 1,
        calls: [{ at: '2026-11-20T10:00:00-05:00', result: 'OK', pages: 1 }],
      },
    ];
    await open('/inbox?folder=Sent&fax=1');
    await until(() => button('Details'));
    expect(place().querySelector('.fax-details')).toBeNull();
    await click(button('Details'));
    const links = await until(() => {
      const found = [...place().querySelectorAll<HTMLAnchorElement>('.fax-details .party-faxes li a')];
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
    expect(new Set(links.map(faxOf))).toEqual(new Set(['1', '2']));
    expect(new Set(links.filter((link) => link.hasAttribute('aria-current')).map(faxOf))).toEqual(
      new Set(['1']),
    );
    await until(() => expect(place().querySelectorAll('.fax-details .timeline li')).toHaveLength(2));
    await click(button('Details'));
    expect(place().querySelector('.fax-details')).toBeNull();
  });
});
