// Made from src/contract/v1 by `npm run generate`.

import type { CallOptions, Caller } from './caller.ts';

export type Scope =
  | 'faxes:read'
  | 'faxes:send'
  | 'faxes:delete'
  | 'contacts:read'
  | 'contacts:write'
  | 'numbers:read'
  | 'usage:read'
  | 'audit:read'
  | 'webhooks:manage'
  | 'keys:manage'
  | 'accounts:manage'
  | 'scim';

export type EventType =
  | 'fax.received'
  | 'fax.recognized'
  | 'fax.queued'
  | 'fax.delivered'
  | 'fax.failed'
  | 'fax.uncertain'
  | 'fax.cancelled'
  | 'delivery.failed'
  | 'usage.threshold'
  | 'account.created'
  | 'account.closed'
  | 'webhook.disabled'
  | 'webhook.test';

export type FaxStatus =
  | 'queued'
  | 'scheduled'
  | 'converting'
  | 'sending'
  | 'waiting'
  | 'delivered'
  | 'failed'
  | 'cancelled'
  | 'uncertain'
  | 'received';

export type ApiKey = {
  object: 'key';
  id: string;
  name: string;
  mode: 'live' | 'test';
  owner: 'account' | 'administrator' | 'operator';
  scopes: Scope[];
  expires_at: string | null;
};

export type ListFaxesInput = {
  direction?: 'inbound' | 'outbound';
  status?: FaxStatus;
  /** E.164, or ten digits. */
  to?: string;
  /** E.164, or ten digits. */
  from?: string;
  client_ref?: string;
  /** Only faxes of this moment and later. */
  since?: string;
  /** Only faxes before this moment. */
  until?: string;
  /** What is in Recently deleted instead. */
  deleted?: boolean;
  /** The `next` of the answer before. */
  after?: string;
  limit?: number;
};

export type Fax = {
  object: 'fax';
  id: string;
  account: string;
  direction: 'outbound' | 'inbound';
  status: FaxStatus;
  /** Sent with a test key: no telephone line was used and nothing is charged. */
  test: boolean;
  /** E.164; null where the caller sent no number. */
  from: string | null;
  /** E.164. */
  to: string;
  /** Null while the files are being converted. */
  pages: number | null;
  /** Pages that the other machine has confirmed. */
  pages_confirmed: number;
  /** Calls made so far. */
  attempts: number;
  created_at: string;
  /** When a scheduled fax, or the next attempt, is due. */
  send_at: string | null;
  finished_at: string | null;
  error: {
    /** Why: `busy`, `no_answer`, `dropped` …; it never changes its meaning. */
    code: string;
    /** Whether sending it again may help. */
    retryable: boolean;
    detail: string;
  } | null;
  /** Whether a received fax is marked as read; true for sent ones. */
  read: boolean;
  /** Of a part of a received fax that was split at separator pages: the whole fax, which may have been deleted since; null for all others. */
  part_of: string | null;
  /** Of a received fax that was split: its parts that are not deleted, in order; empty for all others. */
  parts: string[];
  /** Your own reference, as it was sent. */
  client_ref: string | null;
  metadata: Record<string, string>;
  /** Of the TIFF of its pages; null while there are none. */
  document: {
    sha256: string;
    bytes: number;
  } | null;
};

export type GetFaxDocumentInput = {
  format?: 'pdf' | 'tiff';
};

export type Attempt = {
  object: 'attempt';
  number: number;
  started_at: string;
  /** Null while the call lasts. */
  ended_at: string | null;
  /** `ok`, `uncertain`, or why it failed: `busy`, `no_answer`, `dropped` …; null while it lasts. */
  result: string | null;
  /** False where the attempt ended before the number was dialed. */
  called: boolean;
  pages_confirmed: number;
  /** The name of the line that carried it. */
  line: string | null;
  speed_bps: number | null;
  /** Whether errors were corrected. */
  ecm: boolean | null;
  duration_seconds: number | null;
  /** What the other machine calls itself. */
  station_id: string;
};

export type FaxText = {
  object: 'fax_text';
  fax: string;
  state: 'done' | 'waiting' | 'none';
  pages: {
    page: number;
    /** Lines in reading order, divided by line feeds. */
    text: string;
    barcodes: {
      /** `QRCode`, `Code128`, `DataMatrix` … */
      format: string;
      text: string;
      /** Left, top, width and height in dots of the page. */
      box: number[];
    }[];
  }[];
};

export type ResendFaxInput = {
  /** A person has decided to send an uncertain fax again. */
  confirm_uncertain?: true;
};

export type MarkFaxInput = {
  read: boolean;
};

export type DeleteFaxInput = {
  permanent?: boolean;
};

export type AddKeyInput = {
  name: string;
  mode?: 'live' | 'test';
  scopes: Scope[];
  /** Networks (CIDR) or addresses; empty for anywhere. */
  networks?: string[];
  /** null: never. */
  expires_at?: string | null;
};

export type ChangeKeyInput = {
  name?: string;
  scopes?: Scope[];
  /** Networks (CIDR) or addresses; empty for anywhere. */
  networks?: string[];
  /** null: never. */
  expires_at?: string | null;
};

export type RotateKeyInput = {
  overlap_hours?: number;
};

export type ListEventsInput = {
  /** Only events of this type. */
  type?: EventType;
  /** The `next` of the answer before. */
  after?: string;
  limit?: number;
};

export type ApiEvent = {
  object: 'event';
  /** The same in the header `webhook-id` of every delivery: programs know repeats by it. */
  id: string;
  type: EventType;
  created_at: string;
  data: Record<string, unknown>;
};

export type CreateFaxInput = Omit<
  {
    /** E.164: `+12125550101`. */
    to: string[];
    files?: (
      | {
          /** With its extension: `letter.pdf`. */
          name: string;
          content_base64: string;
        }
      | {
          /** Fetched by us once, by https, without redirects. */
          url: string;
          /** Instead of the name that the other side gives it. */
          name?: string;
        }
    )[];
    /** Files that were uploaded before, in front of `files`. The draft ends with the send. */
    draft?: string;
    cover?: {
      /** As in Preferences; the account’s choice without it. */
      template?: number;
      to_name?: string;
      to_company?: string;
      to_location?: string;
      /** Digits. */
      to_phone?: string;
      subject?: string;
      message?: string;
      footer?: string;
      from_name?: string;
      from_company?: string;
      from_location?: string;
      /** Digits. */
      from_phone?: string;
    } | null;
    /** Your own reference; `GET /v1/faxes?client_ref=…` finds it. */
    client_ref?: string | null;
    /** Up to 20 names of letters, digits, “_”, “.” and “-” (40 at most), with values of 500 characters. */
    metadata?: Record<string, string>;
    /** RFC 3339, or a time without offset in `send_zone`; at most a year ahead. At once without it. */
    send_at?: string | null;
    /** IANA name; the account’s zone without it. */
    send_zone?: string;
    /** Send it outside of the account’s delivery window too. */
    outside_window?: boolean;
    /** `fine`: photos with more detail, twice as long on the line. */
    photos?: 'quick' | 'fine';
  },
  'files'
> & { files?: import('./files.ts').FaxFile[] };

export type CreateDraftInput = Omit<
  {
    files?: (
      | {
          /** With its extension: `letter.pdf`. */
          name: string;
          content_base64: string;
        }
      | {
          /** Fetched by us once, by https, without redirects. */
          url: string;
          /** Instead of the name that the other side gives it. */
          name?: string;
        }
    )[];
    photos?: 'quick' | 'fine';
  },
  'files'
> & { files?: import('./files.ts').FaxFile[] };

export type Draft = {
  object: 'draft';
  id: string;
  /** `ready` when every file has its pages, `failed` when one cannot become pages. */
  state: 'converting' | 'ready' | 'failed';
  /** Null while files are being converted. */
  pages: number | null;
  /** About how long one call takes at 14,400 bit/s, after the other machine has answered. */
  seconds: number | null;
  /** Pages that one delivered fax of it counts in the account’s month; a cover page comes on top. */
  billed_pages: number | null;
  files: {
    name: string;
    bytes: number;
    state: 'converting' | 'ready' | 'failed';
    pages: number | null;
    /** Why it cannot become pages: `document_damaged` … */
    error: string | null;
  }[];
  created_at: string;
  expires_at: string;
};

export type Webhook = {
  object: 'webhook';
  id: string;
  url: string;
  description: string;
  events: EventType[];
  status: 'on' | 'failing' | 'off';
  /** `gone`: it answered 410. `failing`: nothing got through for five days. `operator`: only the operator turns it on again. */
  off_reason: 'owner' | 'operator' | 'gone' | 'failing' | null;
  failing_since: string | null;
  created_at: string;
};

export type AddWebhookInput = {
  url: string;
  /** Types of events that are posted; empty for all, also those that we add later. */
  events?: EventType[];
  description?: string;
};

export type ChangeWebhookInput = {
  url?: string;
  /** Types of events that are posted; empty for all, also those that we add later. */
  events?: EventType[];
  description?: string;
  /** Whether events are posted. */
  active?: boolean;
};

export type Delivery = {
  object: 'delivery';
  id: string;
  webhook: string;
  event: string;
  type: EventType;
  status: 'queued' | 'delivered' | 'failed';
  attempts: number;
  last_attempt: {
    at: string;
    /** HTTP status; null where nothing answered. */
    status: number | null;
    duration_ms: number;
    error: 'host_not_allowed' | 'host_unknown' | 'unreachable' | 'timeout' | null;
  } | null;
  next_attempt_at: string | null;
  created_at: string;
};

export type ListDeliveriesInput = {
  status?: 'queued' | 'delivered' | 'failed';
  /** The `next` of the answer before. */
  after?: string;
  limit?: number;
};

export type RecoverWebhookInput = {
  /** Only events of this moment and later. */
  since: string;
  /** Only counts. */
  dry_run?: boolean;
};

export type Recovery = {
  object: 'recovery';
  events: number;
  dry_run: boolean;
};

export type ListContactsInput = {
  /** Words that all stand in name, company, email address or fax number. */
  q?: string;
  /** Only members of this group. */
  group?: string;
  /** The `next` of the answer before. */
  after?: string;
  limit?: number;
};

export type Contact = {
  object: 'contact';
  id: string;
  name: string;
  company: string;
  /** E.164. */
  fax_number: string | null;
  phone: string | null;
  email: string | null;
  address: string;
  notes: string;
  groups: string[];
};

export type AddContactInput = {
  name: string;
  company: string;
  /** E.164, or ten digits of North America. */
  fax_number?: string | null;
  phone?: string | null;
  email?: string | null;
  address?: string;
  notes?: string;
  /** The groups that it is in; others are left. */
  groups?: string[];
};

export type ChangeContactInput = {
  name?: string;
  company?: string;
  /** E.164, or ten digits of North America. */
  fax_number?: string | null;
  phone?: string | null;
  email?: string | null;
  address?: string;
  notes?: string;
  /** The groups that it is in; others are left. */
  groups?: string[];
};

export type Group = {
  object: 'group';
  id: string;
  name: string;
  /** How many; `GET /v1/contacts?group=…` lists them. */
  members: number;
};

export type AddGroupInput = {
  name: string;
  members?: string[];
};

export type ChangeGroupInput = {
  name: string;
};

export type ChangeMembersInput = {
  add?: string[];
  remove?: string[];
};

export type BlockedNumber = {
  object: 'blocked_number';
  id: string;
  /** A number (E.164), or the text that the calling machine gives itself. */
  caller: string;
};

export type AddBlockedNumberInput = {
  caller: string;
};

export type ListNumbersInput = {
  /** Only of this account. */
  account?: string;
  /** The `next` of the answer before. */
  after?: string;
  limit?: number;
};

export type Number = {
  object: 'number';
  id: string;
  /** E.164. */
  number: string;
  account: string;
  kind: 'local' | 'tollfree' | 'ported';
  /** `porting`: it is being moved here from another carrier. Otherwise that of the account. */
  status: 'active' | 'pending' | 'suspended' | 'porting';
};

export type ListUsageInput = {
  /** First day, YYYY-MM-DD, in the time zone of the service. */
  from: string;
  /** Last day, at most 366 days from the first; `month` takes the whole months of both. */
  to: string;
  granularity?: 'day' | 'month';
  /** Only of this account. */
  account?: string;
  /** The `next` of the answer before. */
  after?: string;
  limit?: number;
};

export type Usage = {
  object: 'usage';
  id: string;
  account: string;
  /** The day, YYYY-MM-DD, or the month, YYYY-MM. */
  period: string;
  /** IANA name; in it days and months begin. */
  time_zone: string;
  sent_pages: number;
  received_pages: number;
  /** Null for times before faxes were counted. */
  sent_faxes: number | null;
  /** Null for times before faxes were counted. */
  received_faxes: number | null;
  /** Pages of a month, sent and received together, as it is today; null: no limit. */
  limit: number | null;
};

export type ListAccountsInput = {
  status?: 'pending' | 'active' | 'suspended' | 'closed';
  /** The `next` of the answer before. */
  after?: string;
  limit?: number;
};

export type Account = {
  object: 'account';
  id: string;
  /** `pending`: it has no number yet, or an operator added it and its owner has not chosen a password. Accounts that an administrator adds with a number are `active` at once: faxes arrive before the owner has chosen a password. */
  status: 'pending' | 'active' | 'suspended' | 'closed';
  /** E.164. */
  number: string | null;
  /** The number that is being moved here. */
  porting_number: string | null;
  email: string;
  administrator: string | null;
  hipaa: boolean;
  /** Pages a month; null: what its product allows. */
  month_limit: number | null;
  created_at: string;
};

export type AddAccountInput = {
  email: string;
  number:
    | {
        from: 'area';
        area_code: string;
      }
    | {
        from: 'tollfree';
      }
    | {
        from: 'port';
        /** E.164, North America. */
        number: string;
      }
    | {
        from: 'number';
        /** E.164, North America. */
        number: string;
      };
  /** Operators only. */
  password?: string;
  /** Operators only. */
  month_limit?: number;
  /** Operators only. */
  hipaa?: boolean;
};

export type ListActivityInput = {
  /** Only about this fax. */
  fax?: string;
  kind?: 'open' | 'download' | 'print' | 'mail' | 'copy' | 'log';
  /** The `next` of the answer before. */
  after?: string;
  limit?: number;
};

export type Activity = {
  object: 'activity';
  id: string;
  created_at: string;
  /** `log`: somebody read this activity. */
  kind: 'open' | 'download' | 'print' | 'mail' | 'copy' | 'log';
  /** `pdf`, `tiff`, `zip`, the name of an email …; empty otherwise. */
  form: string;
  by: 'account' | 'administrator' | 'operator' | 'recipient' | 'storage';
  /** User name, operator, email address or storage; of an account the person or key, empty for its own login. */
  name: string;
  /** Null where it is about all faxes. */
  fax: string | null;
  address: string;
  /** What the browser or program calls itself. */
  device: string;
};

export type Health = {
  object: 'health';
  status: 'ok' | 'degraded';
  /** `waiting`: no line takes calls now. */
  sending: 'ok' | 'waiting';
  /** `limited`: some types of files are not converted now. */
  conversion: 'ok' | 'limited';
  /** Database, documents and queue. */
  storage: 'ok' | 'degraded';
};

export type McpInput = {
  jsonrpc: '2.0';
  /** Messages without one are notifications. */
  id?: string | number;
  method: string;
  params?: Record<string, unknown>;
};

/** What is posted to a webhook. */
export type WebhookEvent =
  | {
      type: 'fax.received';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'inbound';
        status?: 'received';
        /** Null while the file is being converted. */
        pages?: number | null;
      };
    }
  | {
      type: 'fax.recognized';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}/text`. */
        id: string;
        account: string;
        /** Barcodes and QR codes on its pages, at most 20. */
        barcodes?: {
          page: number;
          format: string;
          text: string;
        }[];
      };
    }
  | {
      type: 'fax.queued';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'queued';
        /** Null while the file is being converted. */
        pages?: number | null;
        /** Sent with a test key: nothing was called. Left out for real faxes. */
        test?: true;
      };
    }
  | {
      type: 'fax.delivered';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'delivered';
        /** Null while the file is being converted. */
        pages?: number | null;
        /** Sent with a test key: nothing was called. Left out for real faxes. */
        test?: true;
        /** Pages that the other machine has confirmed. */
        pages_confirmed?: number;
      };
    }
  | {
      type: 'fax.failed';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'failed';
        /** Null while the file is being converted. */
        pages?: number | null;
        /** Sent with a test key: nothing was called. Left out for real faxes. */
        test?: true;
        /** Pages that the other machine has confirmed. */
        pages_confirmed?: number;
        error_code?: string | null;
      };
    }
  | {
      type: 'fax.uncertain';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'uncertain';
        /** Null while the file is being converted. */
        pages?: number | null;
        /** Sent with a test key: nothing was called. Left out for real faxes. */
        test?: true;
        /** Pages that the other machine has confirmed. */
        pages_confirmed?: number;
      };
    }
  | {
      type: 'fax.cancelled';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'cancelled';
        /** Null while the file is being converted. */
        pages?: number | null;
        /** Sent with a test key: nothing was called. Left out for real faxes. */
        test?: true;
        /** Pages that the other machine has confirmed. */
        pages_confirmed?: number;
      };
    }
  | {
      type: 'delivery.failed';
      timestamp: string;
      data: {
        object: 'delivery';
        channel: 'email' | 'sftp' | 'egnyte';
        /** Null where the whole storage does not work. */
        fax: string | null;
        account: string;
        reason?: string | null;
      };
    }
  | {
      type: 'usage.threshold';
      timestamp: string;
      data: {
        object: 'usage';
        account: string;
        /** YYYY-MM, in the time zone of the service. */
        month: string;
        percent: 80 | 100;
        /** Sent and received so far. */
        pages?: number;
        limit?: number;
      };
    }
  | {
      type: 'account.created';
      timestamp: string;
      data: {
        object: 'account';
        id: string;
        status: 'pending' | 'active' | 'suspended' | 'closed';
      };
    }
  | {
      type: 'account.closed';
      timestamp: string;
      data: {
        object: 'account';
        id: string;
        status: 'pending' | 'active' | 'suspended' | 'closed';
      };
    }
  | {
      type: 'webhook.disabled';
      timestamp: string;
      data: {
        object: 'webhook';
        id: string;
        reason: 'gone' | 'failing' | 'operator';
      };
    }
  | {
      type: 'webhook.test';
      timestamp: string;
      data: {
        object: 'webhook';
        id: string;
      };
    };

/** Every call of the API. */
export const createApi = (call: Caller) => ({
  key: {
    /** The key that makes this call */
    current: (options?: CallOptions) => call.json<ApiKey>({ method: 'GET', path: '/v1/key', options }),
  },
  faxes: {
    /** Faxes, newest first. Sent, waiting and received faxes in one list. Pass `next` as `after` to go on. Deleted faxes are left out, and so are those that were canceled before their first call; `status=cancelled` lists these. */
    list: (input?: ListFaxesInput, options?: CallOptions) =>
      call.list<Fax>({ method: 'GET', path: '/v1/faxes', query: input, options }),
    /** One fax */
    get: (id: string, options?: CallOptions) =>
      call.json<Fax>({ method: 'GET', path: `/v1/faxes/${encodeURIComponent(id)}`, options }),
    /** The pages of a fax as a file. Answers with `ETag` and `Repr-Digest` (SHA-256 of the bytes); `If-None-Match` saves a repeated download. Who downloads is written into the activity of the account, with the key. */
    document: (id: string, input?: GetFaxDocumentInput, options?: CallOptions) =>
      call.file({
        method: 'GET',
        path: `/v1/faxes/${encodeURIComponent(id)}/document`,
        query: input,
        options,
      }),
    /** One page as a PNG. The path ends in `1.png`, `2.png` … In the full resolution of the fax, black and white. */
    page: (id: string, page: string, options?: CallOptions) =>
      call.file({
        method: 'GET',
        path: `/v1/faxes/${encodeURIComponent(id)}/pages/${encodeURIComponent(page)}`,
        options,
      }),
    /** Every call of a sent fax, as we know it. At most the latest 100. What a line did not tell is null, never a guess. */
    attempts: (id: string, options?: CallOptions) =>
      call.list<Attempt>({ method: 'GET', path: `/v1/faxes/${encodeURIComponent(id)}/attempts`, options }),
    /** The transmission report of a sent fax, as a PDF. How it ended, every call, and the first page. */
    report: (id: string, options?: CallOptions) =>
      call.file({ method: 'GET', path: `/v1/faxes/${encodeURIComponent(id)}/report`, options }),
    /** The text on the pages of a fax. Printed text and barcodes, page by page. `waiting` until all pages have been read, which the event `fax.recognized` tells; `none` where this account’s faxes are not read. Reading it is written into the activity of the account, with the key. */
    text: (id: string, options?: CallOptions) =>
      call.json<FaxText>({ method: 'GET', path: `/v1/faxes/${encodeURIComponent(id)}/text`, options }),
    /** Cancel a fax that is not sent yet. A waiting fax is canceled at once. A call in progress is ended as soon as possible: the answer still says `sending`, and what became of it follows. */
    cancel: (id: string, options?: CallOptions) =>
      call.json<Fax>({ method: 'POST', path: `/v1/faxes/${encodeURIComponent(id)}/cancel`, options }),
    /** Send a fax again. The same pages to the same number, as a new fax. An uncertain fax may have arrived: a person must have decided, which `confirm_uncertain` says. */
    resend: (id: string, input?: ResendFaxInput, options?: CallOptions) =>
      call.json<Fax>({
        method: 'POST',
        path: `/v1/faxes/${encodeURIComponent(id)}/resend`,
        body: input,
        idempotent: true,
        options,
      }),
    /** Mark a received fax as read, or as unread */
    read: (id: string, input: MarkFaxInput, options?: CallOptions) =>
      call.json<Fax>({
        method: 'POST',
        path: `/v1/faxes/${encodeURIComponent(id)}/read`,
        body: input,
        options,
      }),
    /** Delete a fax. Moves it to Recently deleted, from where people can bring it back. `permanent=true` erases it at once, also from there; a legal hold refuses that. */
    delete: (id: string, input?: DeleteFaxInput, options?: CallOptions) =>
      call.json<{
        object: 'fax';
        id: string;
        deleted: true;
      }>({ method: 'DELETE', path: `/v1/faxes/${encodeURIComponent(id)}`, query: input, options }),
    /** Send a fax. To up to 50 numbers; each is a fax of its own. As JSON (up to 15 MiB), or as multipart/form-data: parts `file`, the other fields as text (`to` as often as needed or separated by commas, `cover` and `metadata` as JSON). 202 means that it is stored and will be sent. Send an `Idempotency-Key` (1 to 255 printable characters, good for 24 hours): a repeat with the same content gets the same faxes and the header `Idempotent-Replayed: true`; with other content it is refused with 422, and while the first call is still at work with 409. */
    send: (input: CreateFaxInput, options?: CallOptions) =>
      call.json<{
        object: 'list';
        data: Fax[];
        has_more: boolean;
        next: string | null;
      }>({ method: 'POST', path: '/v1/faxes', body: input, idempotent: true, options }),
  },
  keys: {
    /** Keys. All keys of whoever this key belongs to, newest first; at most 20. */
    list: (options?: CallOptions) =>
      call.list<{
        object: 'key';
        id: string;
        name: string;
        mode: 'live' | 'test';
        scopes: Scope[];
        /** Networks (CIDR) that it works from; empty for anywhere. */
        networks: string[];
        created_at: string;
        expires_at: string | null;
        /** Noted at most once a minute. */
        last_used_at: string | null;
        last_used_from: string | null;
        /** Until then the secret before the rotation works too. */
        old_secret_until: string | null;
      }>({ method: 'GET', path: '/v1/keys', options }),
    /** Make a key. A key can only make keys that may do no more than itself: scopes, kind, networks and expiry. The owner gets an email. */
    create: (input: AddKeyInput, options?: CallOptions) =>
      call.json<{
        object: 'key';
        id: string;
        name: string;
        mode: 'live' | 'test';
        scopes: Scope[];
        /** Networks (CIDR) that it works from; empty for anywhere. */
        networks: string[];
        created_at: string;
        expires_at: string | null;
        /** Noted at most once a minute. */
        last_used_at: string | null;
        last_used_from: string | null;
        /** Until then the secret before the rotation works too. */
        old_secret_until: string | null;
        /** The whole key, for the header `Authorization`. Shown only here. */
        key: string;
      }>({ method: 'POST', path: '/v1/keys', body: input, idempotent: true, options }),
    /** One key */
    get: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'key';
        id: string;
        name: string;
        mode: 'live' | 'test';
        scopes: Scope[];
        /** Networks (CIDR) that it works from; empty for anywhere. */
        networks: string[];
        created_at: string;
        expires_at: string | null;
        /** Noted at most once a minute. */
        last_used_at: string | null;
        last_used_from: string | null;
        /** Until then the secret before the rotation works too. */
        old_secret_until: string | null;
      }>({ method: 'GET', path: `/v1/keys/${encodeURIComponent(id)}`, options }),
    /** Change a key. Only keys that may do no more than this one, before and after. */
    update: (id: string, input?: ChangeKeyInput, options?: CallOptions) =>
      call.json<{
        object: 'key';
        id: string;
        name: string;
        mode: 'live' | 'test';
        scopes: Scope[];
        /** Networks (CIDR) that it works from; empty for anywhere. */
        networks: string[];
        created_at: string;
        expires_at: string | null;
        /** Noted at most once a minute. */
        last_used_at: string | null;
        last_used_from: string | null;
        /** Until then the secret before the rotation works too. */
        old_secret_until: string | null;
      }>({ method: 'PATCH', path: `/v1/keys/${encodeURIComponent(id)}`, body: input, options }),
    /** Give a key a new secret. The secret before works for `overlap_hours` more, so that programs can change over without a gap; one that is older stops at once. */
    rotate: (id: string, input?: RotateKeyInput, options?: CallOptions) =>
      call.json<{
        object: 'key';
        id: string;
        name: string;
        mode: 'live' | 'test';
        scopes: Scope[];
        /** Networks (CIDR) that it works from; empty for anywhere. */
        networks: string[];
        created_at: string;
        expires_at: string | null;
        /** Noted at most once a minute. */
        last_used_at: string | null;
        last_used_from: string | null;
        /** Until then the secret before the rotation works too. */
        old_secret_until: string | null;
        /** The whole key, for the header `Authorization`. Shown only here. */
        key: string;
      }>({
        method: 'POST',
        path: `/v1/keys/${encodeURIComponent(id)}/rotate`,
        body: input,
        idempotent: true,
        options,
      }),
    /** Delete a key. It is refused from the next call on. */
    delete: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'key';
        id: string;
        deleted: true;
      }>({ method: 'DELETE', path: `/v1/keys/${encodeURIComponent(id)}`, options }),
  },
  events: {
    /** What happened, oldest first. Events are kept for 30 days. Ask again with `after` set to the `next` of the last answer: nothing is missed or repeated. Administrators get the events of their accounts, and those about faxes where the product lets them look into mailboxes. Events are written from the moment on that the account has a key or a webhook. */
    list: (input?: ListEventsInput, options?: CallOptions) =>
      call.list<ApiEvent>({ method: 'GET', path: '/v1/events', query: input, options }),
    /** Types of events, with examples */
    types: (options?: CallOptions) =>
      call.list<{
        type: EventType;
        description: string;
        /** What `data` is like. */
        sample: Record<string, unknown>;
      }>({ method: 'GET', path: '/v1/events/types', options }),
  },
  drafts: {
    /** Upload files and see their pages before they are sent. Files become pages at once, as JSON or multipart like `POST /v1/faxes`. Read the draft until it is `ready`, look at its pages, then send it with `draft`: nothing is converted again. A draft that is not sent is removed after 24 hours. */
    create: (input?: CreateDraftInput, options?: CallOptions) =>
      call.json<Draft>({ method: 'POST', path: '/v1/drafts', body: input, options }),
    /** One draft */
    get: (id: string, options?: CallOptions) =>
      call.json<Draft>({ method: 'GET', path: `/v1/drafts/${encodeURIComponent(id)}`, options }),
    /** One page of a draft as PNG, as it will be sent */
    page: (id: string, page: string, options?: CallOptions) =>
      call.file({
        method: 'GET',
        path: `/v1/drafts/${encodeURIComponent(id)}/pages/${encodeURIComponent(page)}`,
        options,
      }),
    /** Delete a draft and its files */
    delete: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'draft';
        id: string;
        deleted: true;
      }>({ method: 'DELETE', path: `/v1/drafts/${encodeURIComponent(id)}`, options }),
  },
  webhooks: {
    /** Webhook endpoints */
    list: (options?: CallOptions) => call.list<Webhook>({ method: 'GET', path: '/v1/webhooks', options }),
    /** Add an endpoint. We post events to it, signed the Standard Webhooks way. https only; addresses of private networks are refused. At most 10 endpoints. */
    create: (input: AddWebhookInput, options?: CallOptions) =>
      call.json<{
        object: 'webhook';
        id: string;
        url: string;
        description: string;
        events: EventType[];
        status: 'on' | 'failing' | 'off';
        /** `gone`: it answered 410. `failing`: nothing got through for five days. `operator`: only the operator turns it on again. */
        off_reason: 'owner' | 'operator' | 'gone' | 'failing' | null;
        failing_since: string | null;
        created_at: string;
        /** Signs every delivery (Standard Webhooks). Shown only here. */
        secret: string;
      }>({ method: 'POST', path: '/v1/webhooks', body: input, idempotent: true, options }),
    /** One endpoint */
    get: (id: string, options?: CallOptions) =>
      call.json<Webhook>({ method: 'GET', path: `/v1/webhooks/${encodeURIComponent(id)}`, options }),
    /** Change an endpoint. Turning it off fails what waits for it; `recover` sends that again once it is on. */
    update: (id: string, input?: ChangeWebhookInput, options?: CallOptions) =>
      call.json<Webhook>({
        method: 'PATCH',
        path: `/v1/webhooks/${encodeURIComponent(id)}`,
        body: input,
        options,
      }),
    /** Delete an endpoint and its log */
    delete: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'webhook';
        id: string;
        deleted: true;
      }>({ method: 'DELETE', path: `/v1/webhooks/${encodeURIComponent(id)}`, options }),
    /** Send a test event. Queues a `webhook.test`; read the delivery to see how it went. */
    test: (id: string, options?: CallOptions) =>
      call.json<Delivery>({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(id)}/test`, options }),
    /** Make a new signing secret. For 24 hours deliveries carry two signatures, so that receivers may hold either secret. */
    rotateSecret: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'webhook';
        id: string;
        url: string;
        description: string;
        events: EventType[];
        status: 'on' | 'failing' | 'off';
        /** `gone`: it answered 410. `failing`: nothing got through for five days. `operator`: only the operator turns it on again. */
        off_reason: 'owner' | 'operator' | 'gone' | 'failing' | null;
        failing_since: string | null;
        created_at: string;
        /** Signs every delivery (Standard Webhooks). Shown only here. */
        secret: string;
        old_secret_until: string;
      }>({
        method: 'POST',
        path: `/v1/webhooks/${encodeURIComponent(id)}/rotate-secret`,
        idempotent: true,
        options,
      }),
    /** Deliveries of an endpoint, newest first. Kept for 30 days. Of the receiver’s answer we keep status and time, never its text. */
    deliveries: (id: string, input?: ListDeliveriesInput, options?: CallOptions) =>
      call.list<Delivery>({
        method: 'GET',
        path: `/v1/webhooks/${encodeURIComponent(id)}/deliveries`,
        query: input,
        options,
      }),
    /** One delivery with all its attempts */
    delivery: (id: string, delivery: string, options?: CallOptions) =>
      call.json<{
        object: 'delivery';
        id: string;
        webhook: string;
        event: string;
        type: EventType;
        status: 'queued' | 'delivered' | 'failed';
        attempts: number;
        last_attempt: {
          at: string;
          /** HTTP status; null where nothing answered. */
          status: number | null;
          duration_ms: number;
          error: 'host_not_allowed' | 'host_unknown' | 'unreachable' | 'timeout' | null;
        } | null;
        next_attempt_at: string | null;
        created_at: string;
        all_attempts: {
          at: string;
          /** HTTP status; null where nothing answered. */
          status: number | null;
          duration_ms: number;
          error: 'host_not_allowed' | 'host_unknown' | 'unreachable' | 'timeout' | null;
        }[];
        payload: {
          type: string;
          timestamp: string;
          data: Record<string, unknown>;
        };
      }>({
        method: 'GET',
        path: `/v1/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}`,
        options,
      }),
    /** Post an event again now. Whatever became of it; the id of the event stays the same. */
    resendDelivery: (id: string, delivery: string, options?: CallOptions) =>
      call.json<Delivery>({
        method: 'POST',
        path: `/v1/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}/resend`,
        options,
      }),
    /** Post what did not arrive since a moment. Queues every event since then that the endpoint should have got and has not: deliveries that failed, and events of the time when it was off. An endpoint that is off must be turned on first, by `PATCH /v1/webhooks/{id}` with `"active": true`; `dry_run` works before. */
    recover: (id: string, input: RecoverWebhookInput, options?: CallOptions) =>
      call.json<Recovery>({
        method: 'POST',
        path: `/v1/webhooks/${encodeURIComponent(id)}/recover`,
        body: input,
        options,
      }),
  },
  contacts: {
    /** Contacts, in the order in which they were added */
    list: (input?: ListContactsInput, options?: CallOptions) =>
      call.list<Contact>({ method: 'GET', path: '/v1/contacts', query: input, options }),
    /** Add a contact. It needs a name, a company, and a fax number or an email address. The same number twice is `contact_exists`. */
    create: (input: AddContactInput, options?: CallOptions) =>
      call.json<Contact>({ method: 'POST', path: '/v1/contacts', body: input, idempotent: true, options }),
    /** One contact */
    get: (id: string, options?: CallOptions) =>
      call.json<Contact>({ method: 'GET', path: `/v1/contacts/${encodeURIComponent(id)}`, options }),
    /** Change a contact. What is not named stays; null empties a field. */
    update: (id: string, input?: ChangeContactInput, options?: CallOptions) =>
      call.json<Contact>({
        method: 'PATCH',
        path: `/v1/contacts/${encodeURIComponent(id)}`,
        body: input,
        options,
      }),
    /** Delete a contact. Faxes keep what their cover pages and machines said. A person can undo it on the page for a day. */
    delete: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'contact';
        id: string;
        deleted: true;
      }>({ method: 'DELETE', path: `/v1/contacts/${encodeURIComponent(id)}`, options }),
  },
  groups: {
    /** Contact groups by name, all at once */
    list: (options?: CallOptions) => call.list<Group>({ method: 'GET', path: '/v1/groups', options }),
    /** Add a contact group. At most 100 groups. Contacts that do not exist are left out. */
    create: (input: AddGroupInput, options?: CallOptions) =>
      call.json<Group>({ method: 'POST', path: '/v1/groups', body: input, idempotent: true, options }),
    /** One contact group */
    get: (id: string, options?: CallOptions) =>
      call.json<Group>({ method: 'GET', path: `/v1/groups/${encodeURIComponent(id)}`, options }),
    /** Rename a contact group */
    update: (id: string, input: ChangeGroupInput, options?: CallOptions) =>
      call.json<Group>({
        method: 'PATCH',
        path: `/v1/groups/${encodeURIComponent(id)}`,
        body: input,
        options,
      }),
    /** Delete a contact group. Its contacts stay. */
    delete: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'group';
        id: string;
        deleted: true;
      }>({ method: 'DELETE', path: `/v1/groups/${encodeURIComponent(id)}`, options }),
    /** Add contacts to a group, or remove them. All or nothing, at most 500 each way; those in `remove` go first. A group has at most 1,000 members. The answer names the contacts that were not like that before; those that do not exist are left out. */
    members: (id: string, input?: ChangeMembersInput, options?: CallOptions) =>
      call.json<{
        object: 'group';
        id: string;
        name: string;
        /** How many; `GET /v1/contacts?group=…` lists them. */
        members: number;
        added: string[];
        removed: string[];
      }>({ method: 'POST', path: `/v1/groups/${encodeURIComponent(id)}/members`, body: input, options }),
  },
  blockedNumbers: {
    /** Callers that no faxes are taken from, all at once */
    list: (options?: CallOptions) =>
      call.list<BlockedNumber>({ method: 'GET', path: '/v1/blocked-numbers', options }),
    /** Block a caller. A number (the last ten digits count, so each is there once), the text of a machine, or `anonymous` for callers who hide their number. At most 1,000. */
    create: (input: AddBlockedNumberInput, options?: CallOptions) =>
      call.json<BlockedNumber>({
        method: 'POST',
        path: '/v1/blocked-numbers',
        body: input,
        idempotent: true,
        options,
      }),
    /** Unblock a caller */
    delete: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'blocked_number';
        id: string;
        deleted: true;
      }>({ method: 'DELETE', path: `/v1/blocked-numbers/${encodeURIComponent(id)}`, options }),
  },
  numbers: {
    /** Fax numbers. Of the account; of all its accounts for an administrator’s key; of all accounts for an operator’s. In the order of the accounts. */
    list: (input?: ListNumbersInput, options?: CallOptions) =>
      call.list<Number>({ method: 'GET', path: '/v1/numbers', query: input, options }),
  },
  usage: {
    /** Pages and faxes by day or month. Of the account; of each of its accounts for an administrator’s key; of all accounts for an operator’s. Days and months begin in the time zone of the service, which every entry names. Periods without a page are left out. Today’s and this month’s numbers still grow. */
    list: (input: ListUsageInput, options?: CallOptions) =>
      call.list<Usage>({ method: 'GET', path: '/v1/usage', query: input, options }),
  },
  accounts: {
    /** Fax accounts, oldest first. Those of an administrator, or all of the installation for an operator’s key. */
    list: (input?: ListAccountsInput, options?: CallOptions) =>
      call.list<Account>({ method: 'GET', path: '/v1/accounts', query: input, options }),
    /** Add a fax account. Its owner gets an email with a link to choose a password. An administrator’s key takes one of its services; an operator’s adds to the brand of the host, and may name a number, give a password (the address then counts as confirmed), a month limit and health records. Each call adds an account, so send an `Idempotency-Key`. */
    create: (input: AddAccountInput, options?: CallOptions) =>
      call.json<Account>({ method: 'POST', path: '/v1/accounts', body: input, idempotent: true, options }),
    /** One fax account */
    get: (id: string, options?: CallOptions) =>
      call.json<Account>({ method: 'GET', path: `/v1/accounts/${encodeURIComponent(id)}`, options }),
    /** Suspend an account. Operators only. No login, no sending, no receiving; faxes that wait are held. */
    suspend: (id: string, options?: CallOptions) =>
      call.json<Account>({ method: 'POST', path: `/v1/accounts/${encodeURIComponent(id)}/suspend`, options }),
    /** Resume a suspended account. Operators only. What was held goes on. */
    resume: (id: string, options?: CallOptions) =>
      call.json<Account>({ method: 'POST', path: `/v1/accounts/${encodeURIComponent(id)}/resume`, options }),
    /** Close an account. Its number rests, waiting faxes are canceled, its keys stop working. Faxes are kept for their time, and longer under a legal hold. A closed one stays as it is. */
    close: (id: string, options?: CallOptions) =>
      call.json<Account>({ method: 'POST', path: `/v1/accounts/${encodeURIComponent(id)}/close`, options }),
  },
  activity: {
    /** Who did what with the faxes of an account, newest first. The same as in the product. Reading it is an entry, too; repeated looks by the same person, address and program are one entry a day. */
    list: (input?: ListActivityInput, options?: CallOptions) =>
      call.list<Activity>({ method: 'GET', path: '/v1/activity', query: input, options }),
  },
  health: {
    /** Whether the service works. Answers 200 in either case. `degraded`: faxes are accepted and wait where something is not `ok`. */
    get: (options?: CallOptions) => call.json<Health>({ method: 'GET', path: '/v1/health', options }),
  },
  mcp: {
    /** MCP server for AI assistants. Streamable HTTP (Model Context Protocol) without sessions: each message is a JSON-RPC request. Its tools make calls of this API, with the scopes of the key. Off unless the operator has turned it on for the brand. */
    create: (input: McpInput, options?: CallOptions) =>
      call.json<unknown>({ method: 'POST', path: '/v1/mcp', body: input, options }),
  },
});
