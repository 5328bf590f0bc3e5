import { X509Certificate, createPrivateKey } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { judgeCertificate } from './certificate.ts';
import { makeSelfSigned } from './self-signed.ts';
import type { TlsPair } from './self-signed.ts';

/** Thrown if the certificate cannot be used, which stops startup; the message is a sentence for the operator. */
export class MailInRefusal extends Error {
  override readonly name = 'MailInRefusal';
}

/** The source of the certificate: the operator's files, or a self-signed one that is created when needed and kept. */
export type TlsSource = { cert: string; key: string } | { own: string; name: string };

/** Reads the certificate for STARTTLS; creates and stores one if the operator provided none. Throws MailInRefusal. */
export async function readTlsPair(source: TlsSource): Promise<TlsPair> {
  if (!('own' in source)) return checked(await read(source.cert), await read(source.key), source.cert);
  const kept = await readFile(source.own, 'utf8').catch(() => '');
  const [key = '', cert = ''] = kept.split(/(?=-----BEGIN CERTIFICATE)/u);
  if (cert !== '' && new X509Certificate(cert).checkHost(source.name) && isGood(cert)) return { key, cert };
  const made = makeSelfSigned(source.name);
  await mkdir(dirname(source.own), { recursive: true, mode: 0o700 });
  // Key and certificate are in one file: two files could come from two processes that start together.
  const draft = `${source.own}.${process.pid}`;
  await writeFile(draft, made.key + made.cert, { mode: 0o600 });
  await rename(draft, source.own);
  return made;
}

function isGood(cert: string): boolean {
  return judgeCertificate(cert).state === 'good';
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new MailInRefusal(`The certificate for incoming mail cannot be read: ${String(error)}.`);
  }
}

function checked(cert: string, key: string, path: string): TlsPair {
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return { cert, key };
  } catch (error) {
    throw new MailInRefusal(`The certificate ${path} or its key cannot be used: ${String(error)}.`);
  }
  throw new MailInRefusal(`The certificate ${path} does not belong to the key of F2E_SMTP_TLS_KEY.`);
}
