import { jsonOf } from './egnyte-answers.ts';
import type { Answered } from './egnyte-answers.ts';
import type { EgnyteCalls } from './egnyte-calls.ts';
import { encodedPath } from './egnyte-domain.ts';
import type { StorageFailure, EgnyteConnection, EgnyteFolder } from './port.ts';

/** Permissions that allow adding files and folders. */
const WRITING = new Set(['Editor', 'Full', 'Owner']);

/** Folders that belong to the domain and not to a person; nothing may be stored directly in them. */
const NEVER = new Set(['/', '/Shared', '/Private']);

/** The most entries that Egnyte returns in one listing. */
const MOST_ENTRIES = 1_000;

/**
 * How many permissions are queried per listing. Each takes its own call, at two per second; the others are queried when
 * chosen.
 */
const MOST_PERMISSIONS = 8;

/** Returns the calls that the pages need. */
export function egnyteConnection({ ask }: EgnyteCalls): EgnyteConnection {
  const isWritable = async (path: string): Promise<{ kind: 'ok'; writable: boolean } | StorageFailure> => {
    if (NEVER.has(path)) return { kind: 'ok', writable: false };
    const answer = await ask(`/pubapi/v1/perms/user?folder=${encodeURIComponent(path)}`);
    if (answer.kind !== 'ok') return answer;
    return {
      kind: 'ok',
      writable: answer.status === 200 && WRITING.has(word(jsonOf(answer.body)['permission'])),
    };
  };
  return {
    whoAmI: async () => {
      const answer = await ask('/pubapi/v1/userinfo');
      if (answer.kind !== 'ok') return answer;
      if (answer.status !== 200) return refused(answer);
      const { id, username } = jsonOf(answer.body);
      return { kind: 'ok', id: word(id), username: word(username) };
    },
    folders: async (path) => {
      const query = `list_content=true&perms=true&count=${MOST_ENTRIES}`;
      const answer = await ask(`/pubapi/v1/fs${encodedPath(path)}?${query}`);
      if (answer.kind !== 'ok') return answer;
      if (answer.status === 404) return { kind: 'missing' };
      if (answer.status !== 200) return refused(answer);
      return { kind: 'ok', folders: await withPermissions(namedFolders(answer.body), isWritable) };
    },
    isWritable,
    download: async (path, maxBytes) => {
      const answer = await ask(`/pubapi/v1/fs-content${encodedPath(path)}`, { maxBytes });
      if (answer.kind !== 'ok') return answer;
      return answer.status === 200 ? { kind: 'ok', bytes: answer.body } : refused(answer);
    },
  };
}

/** Returns a text or number from a response as a string; anything else becomes an empty string. */
function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

interface ListedFolder {
  name: string;
  path: string;
  /** The permission from the listing; not every domain includes it. */
  permission: string | undefined;
}

function namedFolders(body: Buffer): ListedFolder[] {
  const { folders } = jsonOf(body);
  if (!Array.isArray(folders)) return [];
  return folders
    .filter(
      (folder: unknown): folder is Record<string, unknown> => typeof folder === 'object' && folder !== null,
    )
    .map(({ name, path, permission }) => ({
      name: word(name),
      path: word(path),
      permission: typeof permission === 'string' ? permission : undefined,
    }))
    .filter(({ name, path }) => name !== '' && path !== '')
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

async function withPermissions(
  listed: readonly ListedFolder[],
  isWritable: EgnyteConnection['isWritable'],
): Promise<EgnyteFolder[]> {
  const folders: EgnyteFolder[] = [];
  let asked = 0;
  for (const { name, path, permission } of listed) {
    if (permission !== undefined || NEVER.has(path)) {
      folders.push({ name, path, writable: !NEVER.has(path) && WRITING.has(permission ?? '') });
      continue;
    }
    asked += 1;
    const answer = asked > MOST_PERMISSIONS ? null : await isWritable(path);
    // An unknown permission counts as writable: the folder can be chosen, and the permission is queried then.
    folders.push({ name, path, writable: answer?.kind === 'ok' ? answer.writable : true });
  }
  return folders;
}

function refused({ status }: Answered): StorageFailure {
  return { kind: 'retry', reason: 'FOLDER_REFUSED', detail: `status ${status}` };
}
