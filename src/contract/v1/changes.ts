/** One entry of the API's changelog. */
export interface ApiChange {
  /** The day of its release. */
  date: string;
  /** What changed, for authors of programs. */
  text: string;
  /** Changes that break programs, in the notation of `test/api-breaks.test.ts`; empty for additions. */
  breaks: readonly string[];
}

/** Changes of the API, newest first; the reference shows them. */
export const API_CHANGES: readonly ApiChange[] = [
  {
    date: '2026-11-30',
    text: 'A valid number of another country is refused with `international_not_allowed`, not `number_invalid`. A wrong method at a known address is answered with 405, and `Allow` names the methods of the address.',
    breaks: [],
  },
  {
    date: '2026-11-30',
    text: 'The description names every code: `rate_limited` and `too_many_attempts` of any call, the limits of `POST /v1/faxes/{id}/resend`, and 304 of files. `POST /v1/drafts` never answered with `idempotency_mismatch` and does not name it any more.',
    breaks: ['POST /v1/drafts: error idempotency_mismatch removed'],
  },
  {
    date: '2026-11-26',
    text: 'Calls that add something or make a secret take an `Idempotency-Key`: accounts, contacts, groups, blocked numbers, webhooks, keys, and the rotation of secrets. A repeated call gets the first answer.',
    breaks: [],
  },
  {
    date: '2026-11-26',
    text: 'A webhook endpoint that the operator turned off can’t be deleted, and its host can’t be used by another endpoint: `webhook_stopped`.',
    breaks: [],
  },
  {
    date: '2026-11-25',
    text: '`POST /v1/faxes/{id}/resend` takes an `Idempotency-Key`: a repeated call sends nothing more.',
    breaks: [],
  },
  { date: '2026-11-24', text: 'First version.', breaks: [] },
];
