import { createHash, randomBytes } from 'node:crypto';

import { egnyteCalls } from './egnyte-calls.ts';
import type { EgnyteCalls } from './egnyte-calls.ts';
import type { Answered, EgnyteDeps } from './egnyte-answers.ts';
import { encodedPath } from './egnyte-domain.ts';
import { MOST_NAMES, numbered, safeName } from './names.ts';
import type { RemoteStorage, StorageFailure, StorageFile, EgnytePlace, PutOutcome } from './port.ts';

/**
 * Stores files in an Egnyte folder. An upload becomes visible only when it is complete, so no part file is needed. A
 * second upload of the same name would create a new version, so the existing file is compared first.
 */
export function openEgnyteStorage(deps: EgnyteDeps, place: EgnytePlace): RemoteStorage {
  const calls = egnyteCalls(deps, place.domain, place.tokens);
  const root = place.folder.replace(/\/+$/, '');
  return {
    put: async (file) => await put(calls, root, file),
    probe: async () => {
      const name = `f2e-test-${randomBytes(6).toString('hex')}.txt`;
      const put1 = await upload(calls, `${root}/${name}`, Buffer.from('Fax storage test.\n'));
      if (put1.kind !== 'ok') return put1;
      const removed = await calls.ask(`/pubapi/v1/fs${encodedPath(`${root}/${name}`)}`, { method: 'DELETE' });
      return removed.kind === 'ok' ? { kind: 'ok', hostKey: null } : removed;
    },
    close: async () => undefined,
  };
}

async function put(calls: EgnyteCalls, root: string, file: StorageFile): Promise<PutOutcome> {
  const folder = [root, ...file.folders.map(safeName)].join('/');
  const name = safeName(file.name);
  const sum = checksumOf(file.bytes);
  for (let n = 0; n < MOST_NAMES; n += 1) {
    const path = `${folder}/${numbered(name, n)}`;
    const there = await calls.ask(`/pubapi/v1/fs${encodedPath(path)}`);
    if (there.kind !== 'ok') return there;
    if (there.status === 200) {
      if (there.body.includes(sum)) return { kind: 'ok', place: path };
      continue;
    }
    // The check for an existing file may be out of date: a worker that was frozen since then would create a second
    // version.
    if (file.attempt && !(await file.attempt.proceed())) return { kind: 'lost' };
    const outcome = await upload(calls, path, file.bytes);
    if (outcome.kind !== 'ok' && outcome.detail === MISSING) {
      const made = await makeFolders(calls, root, file.folders.map(safeName));
      if (made) return made;
      if (file.attempt && !(await file.attempt.proceed())) return { kind: 'lost' };
      return await upload(calls, path, file.bytes);
    }
    return outcome;
  }
  return { kind: 'retry', reason: 'WRITE_FAILED', detail: 'every name is taken' };
}

const MISSING = 'the folder is missing';

async function upload(
  calls: EgnyteCalls,
  path: string,
  bytes: Uint8Array,
): Promise<Exclude<PutOutcome, { kind: 'lost' }>> {
  const answer = await calls.ask(`/pubapi/v1/fs-content${encodedPath(path)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  if (answer.kind !== 'ok') return answer;
  if (answer.status === 404) return { kind: 'retry', reason: 'FOLDER_REFUSED', detail: MISSING };
  if (answer.status >= 300) return refusal(answer);
  // The checksum of the stored file is compared with ours: half a fax is no fax.
  const arrived = answer.headers['x-sha512-checksum'];
  return arrived === checksumOf(bytes)
    ? { kind: 'ok', place: path }
    : { kind: 'retry', reason: 'WRITE_FAILED', detail: 'the checksum differs' };
}

/** Creates each level. An existing one returns 403 with a text; real problems show at the upload. */
async function makeFolders(
  calls: EgnyteCalls,
  root: string,
  names: readonly string[],
): Promise<StorageFailure | null> {
  const levels = [...root.split('/').filter(Boolean), ...names];
  let path = '';
  for (const level of levels) {
    path += `/${level}`;
    const answer = await calls.ask(`/pubapi/v1/fs${encodedPath(path)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'add_folder' }),
    });
    if (answer.kind !== 'ok') return answer;
  }
  return null;
}

function refusal({ status }: Answered): StorageFailure {
  const reason = status === 403 ? 'FOLDER_REFUSED' : 'WRITE_FAILED';
  return { kind: 'retry', reason, detail: `status ${status}` };
}

/** Returns the SHA-512 checksum that Egnyte uses for files. */
function checksumOf(bytes: Uint8Array): string {
  return createHash('sha512').update(bytes).digest('hex');
}
