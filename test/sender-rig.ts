import { expect } from 'vitest';

import type { Call } from '#contract/kit/call.ts';

import { letter } from './compose-rig.ts';
import type { ComposeRig } from './compose-rig.ts';
import { faxPages } from './fax-rig/fax-pages.ts';
import { storeFax } from './mailbox-rig.ts';
import { makeCall } from './make-call.ts';
import type { CallInput } from './own-account-requests.ts';
import { eventually } from './patience.ts';
import type { TestPerson } from './people-rig.ts';
import type { SignedIn } from './start-app.ts';

/** One month from now; nothing is dialed before. */
export const LATER = {
  send_at: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16),
  zone: 'America/New_York',
};

/** One page. */
export const tiff = faxPages(1);

/** Returns a filter of the list of faxes. */
export const folder = (name: string, value = '1') => ({
  'columns[0][data]': name,
  'columns[0][search][value]': value,
});

const headersOf = ({ cookies, headers }: SignedIn): Record<string, string> => ({
  ...headers,
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
});

/** Returns the content of a draft. */
export const written = (subject: string, file: string) => ({
  numbers: [],
  typing: '',
  cover: {
    use: true,
    name: '',
    company: '',
    phone: '',
    location: '',
    subject,
    comments: '',
    fromName: '',
    fromCompany: '',
    fromPhone: '',
    fromLocation: '',
    templateId: '',
  },
  named: { name: '', company: '' },
  photos: 'quick',
  later: null,
  coverless: false,
  files: [{ key: file, name: subject, size: 8 }],
});

/** Returns the actions of people on the account of a rig that has faxes to send. */
export function workOf(rig: () => ComposeRig) {
  return {
    make: async (call: Call, { session }: { session: SignedIn }, input: CallInput = {}) =>
      await makeCall(rig(), call, session, input),
    /** Sends a form as a browser does. */
    send: async (who: TestPerson, form: Record<string, string>, files = [letter]) =>
      await rig().send({ destinations: rig().other.number, ...form }, files, headersOf(who.session)),
    /** Sends a fax that waits for its time. */
    sendLater: async (who: TestPerson, company: string) => {
      const { database, other } = rig();
      const form = { destinations: other.number, ...LATER };
      const answer = await rig().send(form, [letter], headersOf(who.session));
      const job = answer.data?.jobs[0];
      if (!job) throw new Error(`not accepted: ${JSON.stringify(answer)}`);
      await database.pool.query('update fax set company = $1 where id = $2', [company, job.fid]);
      return job;
    },
    /** Uploads a file and waits until it is converted; returns its id. */
    attach: async (who: TestPerson, name: string): Promise<string> => {
      const form = new FormData();
      form.set('userfiles[0]', new Blob([letter.bytes]), name);
      const url = `http://127.0.0.1:${rig().port}/api/faxui/drafts`;
      const response = await fetch(url, { method: 'POST', headers: headersOf(who.session), body: form });
      const { id } = ((await response.json()) as { data: { id: string } }).data;
      const converted = `select from draft where key = $1 and state <> 'new'`;
      await eventually(async () =>
        expect((await rig().database.pool.query(converted, [id])).rowCount).toBe(1),
      );
      return id;
    },
    /** Adds a fax that a person has sent. */
    sentBy: async ({ id }: TestPerson, company: string) => {
      const { account, database } = rig();
      const fax = await storeFax(rig(), account.id, { action: 'S', company, sender: company, tiff });
      await database.pool.query('update fax set person_id = $1 where id = $2', [id, fax.id]);
      return fax;
    },
  };
}
