import { X509Certificate } from 'node:crypto';

/** Whether a certificate may be shown today, and the days that it names. */
export interface CertificateValidity {
  /** `not-yet`: it begins in the future, or this machine's clock is slow. */
  state: 'good' | 'not-yet' | 'expired';
  from: Date;
  until: Date;
}

/** Reads when a certificate (PEM) is valid and judges it at `now`. Throws when it is no certificate. */
export function judgeCertificate(pem: string | Buffer, now = new Date()): CertificateValidity {
  const { validFromDate: from, validToDate: until } = new X509Certificate(pem);
  const state = now < from ? 'not-yet' : now > until ? 'expired' : 'good';
  return { state, from, until };
}
