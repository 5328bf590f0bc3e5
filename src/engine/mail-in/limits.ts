/**
 * Bytes of an email kept in memory; the rest goes to disk, so that many concurrent senders do not fill the memory
 * (A-MAILIN-09).
 */
export const MEMORY_BYTES = 512 * 1024;

/** Total bytes of all emails being received; beyond it, senders are asked to retry later, before the disk is full. */
export const MAX_INCOMING_BYTES = 1024 * 1024 * 1024;

/** Concurrent sessions; idle ones cost little, and each sender's own limit is lower. */
export const MAX_SESSIONS = 1_000;

/** Concurrent sessions per IPv4 address or IPv6 /64; a mail server needs a handful (A-MAILIN-09). */
export const MAX_SESSIONS_PER_SENDER = 20;

/** A silent client is disconnected after this time. */
export const IDLE_MS = 60_000;

/** Time limit for receiving an email, however slowly bytes arrive: no client holds a session forever (A-MAILIN-09). */
export const SESSION_MS = 10 * 60_000;

/** Concurrently processed emails. A large one is then wholly in memory; small ones mostly wait for the disk. */
export const LARGE_AT_WORK = 2;
export const SMALL_AT_WORK = 6;

/** Emails that may wait for their turn; beyond it, senders are asked to retry later. */
export const MAX_WAITING = 100;

/** How often to check the certificate files: they are renewed weeks before they expire. */
export const TLS_LOOK_MS = 60_000;

/** Failed logins per sender in ten minutes. App passwords cannot be guessed: this only keeps logs and load small. */
export const MAX_WRONG_LOGINS = 10;
export const WRONG_LOGIN_MS = 10 * 60_000;

/** Emails parsed concurrently, each on its own thread. */
export const READERS = 2;

/**
 * Time limit for parsing an email. A person's email takes a fraction of a second, the largest two seconds; a busy
 * machine needs a few more (A-MAILIN-09).
 */
export const READ_MS = 20_000;

/** Heap limit of a parser thread in megabytes, for texts; files are outside it, bounded by the email's size. */
export const READ_HEAP_MB = 256;

/** DKIM signatures of an email: each may require hashing the whole email again. People's emails have one to four. */
export const MAX_SIGNATURES = 10;

/**
 * Lines of all headers of an email; the longest recipient lists have a few hundred. The proof joins folded lines one by
 * one: 80,000 of them, in 250 kB, kept the whole process busy for 17 s (A-MAILIN-09).
 */
export const MAX_HEADER_LINES = 5_000;

/**
 * Bytes of one From, Received or DKIM-Signature header; the longest signatures have 2 kB. The proof took 10 to 20 s for
 * one of 250 kB: brackets in a Received, dots or spaces in a signature (A-MAILIN-09).
 */
export const MAX_PROVING_BYTES = 8192;

/**
 * An older signature proves nothing: otherwise used ones would have to be remembered forever (A-MAILIN-16). Servers try
 * to deliver an email for five days.
 */
export const SIGNATURE_LIFE_MS = 7 * 86_400_000;

/** Allowed clock difference between two mail servers. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** A longer To or Cc header was not written by a person: its addresses are ignored. */
export const MAX_ADDRESS_HEADER = 64 * 1024;

/** Nesting depth of MIME parts; people's emails have up to five levels, forwarded ones a few more (A-MAILIN-09). */
export const MAX_NESTING = 30;

/** Total header bytes of all parts; an email relayed by many servers has 30 kB (A-MAILIN-09: a million headers). */
export const MAX_HEADER_BYTES = 256 * 1024;

/** Most attachments of an email; the product allows 20. */
export const MAX_PARTS = 100;

/** Longer HTML was not written by a person; the text up to this limit is long enough for any fax. */
export const MAX_HTML = 500_000;

/** Characters of text to keep: some forty pages. */
export const MAX_TEXT = 100_000;

/** Time limit for all lookups about one email: a sender with slow name servers blocks others no longer than this. */
export const PROOF_MS = 20_000;

/** A later DNS answer counts as none; the sender's server retries. */
export const DNS_MS = 5_000;
