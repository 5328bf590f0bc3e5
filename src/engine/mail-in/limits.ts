/** More of a mail than this waits on the disk, so that many senders at once don't fill the memory (A-MAILIN-09). */
export const MEMORY_BYTES = 512 * 1024;

/** All mails that are coming in right now together: more are told to come later, before the disk is full. */
export const MAX_INCOMING_BYTES = 1024 * 1024 * 1024;

/** Sessions at a time; idle ones cost little, and each sender's own share is smaller. */
export const MAX_SESSIONS = 1_000;

/** Sessions of one IPv4 address or one /64 of IPv6; a mail server needs a handful (A-MAILIN-09). */
export const MAX_SESSIONS_PER_SENDER = 20;

/** A silent client is cut off after this. */
export const IDLE_MS = 60_000;

/** A mail must be in after this, however few bytes trickle in a second: no client holds a session for ever (A-MAILIN-09). */
export const SESSION_MS = 10 * 60_000;

/** Mails worked on at a time. A large one is in the memory as a whole meanwhile; small ones mostly wait for the disk. */
export const LARGE_AT_WORK = 2;
export const SMALL_AT_WORK = 6;

/** Mails that may wait for their turn; more are told to come later. */
export const MAX_WAITING = 100;

/** How often the certificate's files are looked at: they are renewed weeks before they end. */
export const TLS_LOOK_MS = 60_000;

/** Failed logins of one sender in ten minutes. App passwords cannot be guessed: this only keeps logs and load small. */
export const MAX_WRONG_LOGINS = 10;
export const WRONG_LOGIN_MS = 10 * 60_000;

/** Mails that are taken apart at a time, each on a thread of its own. */
export const READERS = 2;

/** A person's mail is read in a fraction of a second, the largest in two; on a busy machine in some more (A-MAILIN-09). */
export const READ_MS = 20_000;

/** Megabytes of texts that a reader may hold; files lie beside it and are bounded by the mail's size. */
export const READ_HEAP_MB = 256;

/** DKIM signatures of a mail: each may want the whole mail hashed anew. People's mails have one to four. */
export const MAX_SIGNATURES = 10;

/**
 * Lines of all headers of a mail; the longest lists of recipients have some hundred. The proof joins folded lines one by
 * one: 80,000 of them, in 250 kB, kept the whole process busy for 17 s (A-MAILIN-09).
 */
export const MAX_HEADER_LINES = 5_000;

/**
 * One From, Received or DKIM-Signature header; the longest signatures have 2 kB. The proof took 10 to 20 s for one of
 * 250 kB: brackets in a Received, dots or blanks in a signature (A-MAILIN-09).
 */
export const MAX_PROVING_BYTES = 8192;

/**
 * A signature this old proves nothing any more: a used one would have to be remembered for ever (A-MAILIN-16). Servers try
 * to deliver a mail for five days.
 */
export const SIGNATURE_LIFE_MS = 7 * 86_400_000;

/** How much the clocks of two mail servers may differ. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** A longer To or Cc is no person's: its addresses are not looked at. */
export const MAX_ADDRESS_HEADER = 64 * 1024;

/** MIME parts within parts; people's mails have up to five, forwarded ones a few more (A-MAILIN-09). */
export const MAX_NESTING = 30;

/** Headers of all parts together; a mail that came through many servers has 30 kB (A-MAILIN-09: a million headers). */
export const MAX_HEADER_BYTES = 256 * 1024;

/** Files that are looked at; the product allows 20. */
export const MAX_PARTS = 100;

/** HTML beyond this was not written by a person; the text that comes of it is long enough for any fax. */
export const MAX_HTML = 500_000;

/** Characters of text kept: some forty pages. */
export const MAX_TEXT = 100_000;

/** All look-ups about one mail together: a sender whose name servers are slow holds nobody else's turn for longer. */
export const PROOF_MS = 20_000;

/** DNS answers later than this are as good as none; the sender's server comes again. */
export const DNS_MS = 5_000;
