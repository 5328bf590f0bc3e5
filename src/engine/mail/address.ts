/** One mailbox as in RFC 5321 (`local@domain`), checked by parseAddress: nothing else may become a recipient. */
export type MailAddress = string & { readonly __mailAddress: true };

/** RFC 5321 4.5.3.1: the longest local part and whole address that every relay accepts. */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** A dot-atom of RFC 5322 in ASCII. Quoted strings are not allowed: they may contain commas, spaces and brackets. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Labels of letters, digits and inner hyphens; a host name without a dot is a machine on the same network. */
const DOMAIN =
  /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/**
 * Parses exactly one mailbox; returns null for anything else. Mail libraries parse lists, groups, comments and names
 * out of one string, so a comma or a line break would send the message to somebody else (measured with nodemailer).
 */
export function parseAddress(text: string): MailAddress | null {
  if (text.length > MAX_ADDRESS) return null;
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > MAX_LOCAL || !LOCAL.test(local) || !DOMAIN.test(domain)) return null;
  return text as MailAddress;
}

/** Returns the part after the @. */
export function domainOf(address: MailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
