/** One mailbox as RFC 5321 writes it (`local@domain`), checked by parseAddress: nothing else may become a recipient. */
export type MailAddress = string & { readonly __mailAddress: true };

/** RFC 5321 4.5.3.1: longest local part and whole address that every relay takes. */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** A dot-atom of RFC 5322 in ASCII. No quoted strings: in them commas, spaces and brackets would be allowed. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Labels of letters, digits and inner hyphens; a host name without a dot is a machine of the same network. */
const DOMAIN =
  /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/**
 * Reads exactly one mailbox, or answers null. Mail libraries read lists, groups, comments and names out of one string,
 * so that a comma or a line break sends the mail to somebody else (measured with nodemailer).
 */
export function parseAddress(text: string): MailAddress | null {
  if (text.length > MAX_ADDRESS) return null;
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > MAX_LOCAL || !LOCAL.test(local) || !DOMAIN.test(domain)) return null;
  return text as MailAddress;
}

/** The part behind the @. */
export function domainOf(address: MailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
