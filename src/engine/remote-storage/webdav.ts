import { randomBytes } from 'node:crypto';

import type { OutboundAnswer, OutboundGuard } from '#engine/outbound-guard/port.ts';
import { secondsOf, STORAGE_FULL, STORAGE_FULL_STATUS, throttled } from './http-faults.ts';
import { MOST_NAMES, numbered, onlyAttempt, partName, safeName } from './names.ts';
import type { RemoteStorage, StorageFailure, StorageFile, PutOutcome, WebdavPlace } from './port.ts';

/** A server that takes longer than this for one fax counts as unavailable. */
const LIMIT_MS = 60_000;

/** Usual size limit of a response in bytes; a file that is compared comes back whole. */
const SMALL_ANSWER = 1024 * 1024;

/** The 412 response to MOVE with Overwrite: F means that the name is taken (RFC 4918 9.9.4). */
const TAKEN = 412;

/** Stores files in a WebDAV collection (RFC 4918): PUT of a part file, then a MOVE that never overwrites. */
export function openWebdavStorage(guard: OutboundGuard, place: WebdavPlace): RemoteStorage {
  const base = place.url.replace(/\/+$/, '');
  const authorization = `Basic ${Buffer.from(`${place.login}:${place.password}`).toString('base64')}`;
  const ask = async (
    method: string,
    path: string,
    more: { headers?: Record<string, string>; body?: Uint8Array; maxBytes?: number } = {},
  ): Promise<Answer> => {
    const { headers = {}, body, maxBytes = SMALL_ANSWER } = more;
    const options = { method, headers: { authorization, ...headers }, limitMs: LIMIT_MS, maxBytes };
    return await guard.request(`${base}${path}`, { ...options, ...(body && { body }) });
  };
  return {
    put: async (file) => await put(ask, base, file),
    probe: async () => {
      const name = `f2e-test-${randomBytes(6).toString('hex')}.txt`;
      const tried = await put(ask, base, { folders: [], name, bytes: Buffer.from('Fax storage test.\n') });
      if (tried.kind === 'lost') throw new Error('a probe has no other worker');
      if (tried.kind !== 'ok') return tried;
      const removed = statusOf(await ask('DELETE', `/${name}`));
      return removed.kind === 'ok' ? { kind: 'ok', hostKey: null } : removed;
    },
    close: async () => undefined,
  };
}

type Answer = OutboundAnswer;
type Ask = (
  method: string,
  path: string,
  more?: { headers?: Record<string, string>; body?: Uint8Array; maxBytes?: number },
) => Promise<Answer>;

async function put(ask: Ask, base: string, file: StorageFile): Promise<PutOutcome> {
  const folder = file.folders.map((name) => `/${safeName(name)}`).join('');
  const name = safeName(file.name);
  const { id, before, proceed } = file.attempt ?? onlyAttempt();
  const part = `${folder}/${partName(name, id)}`;
  for (const earlier of before) await ask('DELETE', `${folder}/${partName(name, earlier)}`);
  let written = statusOf(await ask('PUT', part, { body: file.bytes }));
  if (written.kind === 'ok' && isMissing(written.status)) {
    await makeFolders(ask, file.folders.map(safeName));
    written = statusOf(await ask('PUT', part, { body: file.bytes }));
  }
  if (written.kind !== 'ok') return written;
  if (written.status >= 400) return { kind: 'retry', reason: 'FOLDER_REFUSED', detail: 'PUT was refused' };
  if (!(await proceed())) {
    await ask('DELETE', part);
    return { kind: 'lost' };
  }
  for (let n = 0; n < MOST_NAMES; n += 1) {
    const target = `${folder}/${numbered(name, n)}`;
    const headers = { destination: `${base}${target}`, overwrite: 'F' };
    const moved = statusOf(await ask('MOVE', part, { headers }));
    if (moved.kind !== 'ok') return moved;
    if (moved.status < 300) return { kind: 'ok', place: target };
    if (moved.status !== TAKEN) return { kind: 'retry', reason: 'WRITE_FAILED', detail: 'MOVE was refused' };
    const there = await ask('GET', target, { maxBytes: file.bytes.byteLength + 1 });
    if (there.kind === 'ok' && there.status === 200 && there.body.equals(file.bytes)) {
      await ask('DELETE', part);
      return { kind: 'ok', place: target };
    }
  }
  return { kind: 'retry', reason: 'WRITE_FAILED', detail: 'every name is taken' };
}

/** Whether a parent folder is missing: 409 per RFC 4918 9.7.1; some servers return 404. */
function isMissing(status: number): boolean {
  return status === 409 || status === 404;
}

async function makeFolders(ask: Ask, names: readonly string[]): Promise<void> {
  let path = '';
  await ask('MKCOL', '/');
  for (const name of names) {
    path += `/${name}`;
    // An existing collection returns 405, which is fine; real problems show at the PUT.
    await ask('MKCOL', path);
  }
}

function statusOf(answer: Answer): { kind: 'ok'; status: number } | StorageFailure {
  if (answer.kind === 'refused') {
    if (answer.reason === 'HOST_NOT_ALLOWED')
      return { kind: 'stop', reason: answer.reason, detail: 'not dialled' };
    const reason = answer.reason === 'ANSWER_TOO_BIG' ? 'UNREACHABLE' : answer.reason;
    return { kind: 'retry', reason, detail: 'no answer' };
  }
  const { status } = answer;
  if (status === 401) return { kind: 'retry', reason: 'LOGIN_REFUSED', detail: 'the login was refused' };
  if (status === 403) return { kind: 'retry', reason: 'FOLDER_REFUSED', detail: 'status 403' };
  if (status === 429 || status === 503) return throttled(secondsOf(answer.headers['retry-after']));
  if (status === STORAGE_FULL_STATUS) return STORAGE_FULL;
  if (status >= 500) return { kind: 'retry', reason: 'WRITE_FAILED', detail: `status ${status}` };
  return { kind: 'ok', status };
}
