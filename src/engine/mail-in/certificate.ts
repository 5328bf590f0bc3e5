import { X509Certificate } from 'node:crypto';

/** Whether a certificate is valid now, and its validity dates. */
export interface CertificateValidity {
  /** `not-yet`: it becomes valid in the future, or this machine's clock is slow. */
  state: 'good' | 'not-yet' | 'expired';
  from: Date;
  until: Date;
}

/** Reads the validity of a certificate (PEM) and checks it at `now`. Throws if it is not a certificate. */
export function judgeCertificate(pem: string | Buffer, now = new Date()): CertificateValidity {
  const { validFromDate: from, validToDate: until } = new X509Certificate(pem);
  const state = now < from ? 'not-yet' : now > until ? 'expired' : 'good';
  return { state, from, until };
}
