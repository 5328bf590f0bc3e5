import { createHash } from 'node:crypto';

import type { Answer, EgnyteBehaviour, EgnyteRequest } from './fake-answers.ts';
import { addFile, addFolder, describeFile, parentOf, permissionOf } from './fake-tree.ts';
import type { Node, Tree } from './fake-tree.ts';

interface Parts {
  tree: Tree;
  behaviour: EgnyteBehaviour;
}

const MISSING: Answer = { status: 404, json: { errorMessage: 'File or folder not found' } };
const NOT_PERMITTED: Answer = {
  status: 403,
  json: { errorMessage: 'You do not have permission to perform this action' },
};

/** Handles user, permissions, folders and contents. */
export function answerFiles(fake: Parts, request: EgnyteRequest): Answer | null {
  if (request.path === '/pubapi/v1/userinfo')
    return { status: 200, json: { id: 1, first_name: 'John', last_name: 'Smith', username: 'jsmith' } };
  if (/^\/pubapi\/v1\/perms\/user(?:\/|$)/.test(request.path)) {
    const folder = request.url.searchParams.get('folder') ?? '/';
    return { status: 200, json: { permission: permissionOf(fake.tree, folder) } };
  }
  const content = /^\/pubapi\/v1\/fs-content(\/.*)$/.exec(request.path)?.[1];
  if (content !== undefined) return answerContent(fake, request, decoded(content));
  const path = /^\/pubapi\/v1\/fs(\/.*)?$/.exec(request.path);
  return path ? answerEntry(fake, request, decoded(path[1] ?? '/')) : null;
}

function decoded(path: string): string {
  return `/${path.split('/').filter(Boolean).map(decodeURIComponent).join('/')}`;
}

function answerContent({ tree, behaviour }: Parts, request: EgnyteRequest, path: string): Answer {
  const known = tree.get(path);
  if (request.method === 'GET') {
    if (!known?.bytes) return MISSING;
    return { status: 200, body: known.bytes, headers: { 'content-type': 'application/octet-stream' } };
  }
  if (tree.get(parentOf(path))?.bytes !== null) return MISSING;
  if (permissionOf(tree, path) === 'Viewer') return NOT_PERMITTED;
  if (behaviour.full) return { status: 507, json: { errorMessage: 'Insufficient storage' } };
  const node = addFile(tree, path, request.body);
  const checksum = createHash('sha512').update(request.body).digest('hex');
  return {
    status: 200,
    json: { checksum, group_id: node.id, entry_id: node.id },
    headers: { 'x-sha512-checksum': checksum, etag: `"${node.id}"` },
  };
}

function answerEntry({ tree, behaviour }: Parts, request: EgnyteRequest, path: string): Answer {
  const known = tree.get(path);
  switch (request.method) {
    case 'POST':
      if (known) return { status: 403, json: { errorMessage: 'Folder already exists at this location' } };
      if (permissionOf(tree, path) === 'Viewer') return NOT_PERMITTED;
      return { status: 201, json: { path, folder_id: addFolder(tree, path).id } };
    case 'DELETE':
      return tree.delete(path) ? { status: 200, json: {} } : MISSING;
    default:
      if (!known) return MISSING;
      if (known.bytes) return { status: 200, json: describeFile(known) };
      return { status: 200, json: listing(tree, known, behaviour.listsPermissions) };
  }
}

function listing(tree: Tree, folder: Node, permissions: boolean): Record<string, unknown> {
  const inside = [...tree.values()].filter(({ path }) => path !== '/' && parentOf(path) === folder.path);
  const folders = inside.filter(({ bytes }) => bytes === null);
  const described = {
    name: folder.name,
    path: folder.path,
    folder_id: folder.id,
    is_folder: true,
    lastModified: 1_795_176_000_000,
    uploaded: 1_795_176_000_000,
    count: 0,
    offset: 0,
    total_count: inside.length,
    public_links: 'files_folders',
  };
  return {
    ...described,
    folders: folders.map(({ name, path, id, permission }) => ({
      name,
      path,
      folder_id: id,
      is_folder: true,
      lastModified: 1_795_176_000_000,
      ...(permissions && { permission }),
    })),
    files: inside.filter(({ bytes }) => bytes !== null).map(describeFile),
  };
}
