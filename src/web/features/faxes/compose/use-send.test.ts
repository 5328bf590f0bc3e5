// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Attachment } from './attachment-rules.ts';
import { clearSession, currentSession, openSession } from '#web/kit/session-store.ts';
import { attachmentStore, claimDraft, draftStore, forgetDraft } from './draft-store.ts';
import { editUnconfirmed, phaseStore, progressOf, sendDraft } from './use-send.ts';

/** A request of the browser whose end the test decides. */
class FakeRequest extends EventTarget {
  static readonly made: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = '';
  body: FormData | undefined;

  open(): void {
    FakeRequest.made.push(this);
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name.toLowerCase(), value);
  }
  send(body: FormData): void {
    this.body = body;
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total }));
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}
vi.stubGlobal('XMLHttpRequest', FakeRequest);

const DONE = { success: true, data: { jobs: [{ jobid: '1', fid: '2', to_faxnumber: '2125550147' }] } };
const file = (id: string, size: number): Attachment => ({
  id,
  name: `${id}.pdf`,
  size,
  conversion: null,
  fault: null,
  file: Object.defineProperty(new File(['x'], `${id}.pdf`), 'size', { value: size }),
});
const last = () => {
  const request = FakeRequest.made.at(-1);
  if (request === undefined) throw new Error('nothing was sent');
  return request;
};
const key = () => last().headers.get('idempotency-key');

beforeEach(() => {
  FakeRequest.made.length = 0;
  openSession('n1');
  forgetDraft();
  editUnconfirmed();
  draftStore.set({ ...draftStore.get(), numbers: ['2125550147'] });
  attachmentStore.set([file('a', 100)]);
});

const send = () => sendDraft(draftStore.get(), attachmentStore.get());

describe('sending once', () => {
  test('a second press while the first is under way sends nothing', async () => {
    const first = send();
    expect(await send()).toBeNull();
    expect(FakeRequest.made).toHaveLength(1);
    last().answer(200, DONE);
    expect(await first).toMatchObject({ kind: 'sent', jobs: [{ fid: '2' }] });
  });

  test('the key is a uuid, the same until the fax is sent and another one for the next fax', async () => {
    const first = send();
    const used = key();
    expect(used).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    last().dispatchEvent(new Event('error'));
    expect(await first).toEqual({ kind: 'lost' });
    expect(phaseStore.get().kind).toBe('lost');
    expect(draftStore.get().numbers).toEqual(['2125550147']);
    expect(attachmentStore.get()).toHaveLength(1);

    const again = send();
    expect(key()).toBe(used);
    last().answer(200, DONE);
    await again;
    expect(draftStore.get().numbers).toEqual([]);
    expect(attachmentStore.get()).toEqual([]);

    draftStore.set({ ...draftStore.get(), numbers: ['9145550182'] });
    const next = send();
    expect(key()).not.toBe(used);
    last().answer(200, DONE);
    await next;
  });

  test('changing an unconfirmed fax makes it another one', async () => {
    const first = send();
    const used = key();
    last().dispatchEvent(new Event('error'));
    await first;
    editUnconfirmed();
    const next = send();
    expect(key()).not.toBe(used);
    last().answer(200, DONE);
    await next;
  });
});

describe('how a send ends', () => {
  test('a refusal keeps everything, with the words of the server', async () => {
    const ended = send();
    last().answer(412, { success: false, error: 'LIMIT_REACHED', message: 'No pages left.' });
    const end = await ended;
    expect(end).toMatchObject({
      kind: 'refused',
      error: { code: 'LIMIT_REACHED', message: 'No pages left.' },
    });
    expect(phaseStore.get().kind).toBe('editing');
    expect(draftStore.get().numbers).toEqual(['2125550147']);
  });

  test.each([
    [502, '<html><h1>Bad gateway</h1></html>'],
    [504, ''],
    [200, '{"success":tr'],
  ])('%i with an answer that cannot be read is not confirmed', async (status, body) => {
    const ended = send();
    last().answer(status, body);
    expect(await ended).toEqual({ kind: 'lost' });
  });

  test('no answer within a minute after the last byte is not confirmed', async () => {
    vi.useFakeTimers();
    const ended = send();
    last().upload.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await ended).toEqual({ kind: 'lost' });
    vi.useRealTimers();
  });
});

test('progress fills one file after another', async () => {
  const files = [file('a', 300), file('b', 100)];
  const ended = sendDraft(draftStore.get(), files);
  last().progress(150, 400);
  expect([progressOf(phaseStore.get(), 'a'), progressOf(phaseStore.get(), 'b')]).toEqual([50, 0]);
  last().progress(350, 400);
  expect([progressOf(phaseStore.get(), 'a'), progressOf(phaseStore.get(), 'b')]).toEqual([100, 50]);
  expect(progressOf(phaseStore.get(), 'c')).toBeNull();
  last().answer(200, DONE);
  await ended;
  expect(progressOf(phaseStore.get(), 'a')).toBeNull();
});

test('a fax that is sent later names its time', async () => {
  const later = { sendAt: '2026-11-24T08:00', zone: 'America/New_York', anyHour: true };
  draftStore.set({ ...draftStore.get(), later });
  const end = sendDraft(draftStore.get(), []);
  const { body } = last();
  expect(['send_at', 'send_zone', 'outside_window'].map((name) => body?.get(name))).toEqual([
    '2026-11-24T08:00',
    'America/New_York',
    '1',
  ]);
  last().answer(200, DONE);
  await end;
});

const write = (number: string) => draftStore.set({ ...draftStore.get(), numbers: [number] });
const now = () => [draftStore.get().numbers, phaseStore.get().kind];

describe('a session that ends while a fax goes up', () => {
  test.each(['ok', 'refused'])(
    'after logging out, the end of the upload (%s) neither wipes nor locks what the next person writes',
    async (how) => {
      claimDraft('1');
      write('2125550147');
      const ended = send();
      const request = last();
      const used = key();
      const aborted = vi.spyOn(request, 'abort');
      clearSession();
      openSession('n1');
      claimDraft('2');
      write('9145550182');
      expect(aborted).toHaveBeenCalledTimes(1);
      request.progress(50, 100);
      request.answer(how === 'ok' ? 200 : 401, how === 'ok' ? DONE : { error: 'AUTH_REQUIRED' });
      expect(await ended).toBeNull();
      expect(now()).toEqual([['9145550182'], 'editing']);
      void send();
      expect(key()).not.toBe(used);
      last().answer(200, DONE);
    },
  );

  test('where it expired, who comes back finds the fax unconfirmed, and a repeat is the same send', async () => {
    claimDraft('1');
    write('2125550147');
    const ended = send();
    const used = key();
    clearSession('expired');
    last().answer(200, DONE);
    expect(await ended).toBeNull();
    openSession('n1');
    expect(claimDraft('1')).toBe(false);
    expect(now()).toEqual([['2125550147'], 'lost']);
    const again = send();
    expect(key()).toBe(used);
    last().answer(200, DONE);
    expect(await again).toMatchObject({ kind: 'sent' });
    expect(now()).toEqual([[], 'editing']);
  });

  test('where its writer is back before the upload ends, it ends as usual', async () => {
    claimDraft('1');
    write('2125550147');
    const ended = send();
    clearSession('expired');
    openSession('n1');
    claimDraft('1');
    expect(now()).toEqual([['2125550147'], 'sending']);
    last().answer(200, DONE);
    expect(await ended).toMatchObject({ kind: 'sent' });
    expect(now()).toEqual([[], 'editing']);
  });

  test('a late refusal of it does not end the session of who is back', async () => {
    claimDraft('1');
    const ended = send();
    clearSession('expired');
    openSession('n1');
    claimDraft('1');
    last().answer(401, { error: 'AUTH_REQUIRED' });
    expect(await ended).toMatchObject({ kind: 'refused' });
    expect(currentSession().token).toBe(true);
  });
});
