import { createHash, randomUUID } from 'node:crypto';

/** A folder or file of the fake Egnyte. */
export interface Node {
  path: string;
  name: string;
  /** Null for a folder. */
  bytes: Buffer | null;
  /** The user's permission, for folders. */
  permission: string;
  id: string;
}

/** All folders and files by path. */
export type Tree = Map<string, Node>;

/** Creates a new domain, with a folder that the user may only view. */
export function createTree(): Tree {
  const tree: Tree = new Map();
  for (const path of [
    '/',
    '/Shared',
    '/Private',
    '/Shared/Faxes',
    '/Shared/Projects',
    '/Shared/Projects/North',
  ])
    addFolder(tree, path);
  addFolder(tree, '/Shared/ReadOnly', 'Viewer');
  return tree;
}

/** Adds a folder. */
export function addFolder(tree: Tree, path: string, permission = 'Owner'): Node {
  const node = { path, name: path.split('/').pop() ?? '', bytes: null, permission, id: randomUUID() };
  tree.set(path, node);
  return node;
}

/** Adds a file, or a new version of it. */
export function addFile(tree: Tree, path: string, bytes: Buffer): Node {
  const node = {
    path,
    name: path.split('/').pop() ?? '',
    bytes,
    permission: '',
    id: tree.get(path)?.id ?? randomUUID(),
  };
  tree.set(path, node);
  return node;
}

/** Returns the parent folder. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** Returns the user's permission for a path: that of the nearest folder. */
export function permissionOf(tree: Tree, path: string): string {
  let at = path;
  while (at !== '/' && tree.get(at)?.bytes !== null) at = parentOf(at);
  return tree.get(at)?.permission ?? 'None';
}

/** Returns Egnyte's description of a file; checksums are SHA-512. */
export function describeFile(node: Node): Record<string, unknown> {
  const bytes = node.bytes ?? Buffer.alloc(0);
  return {
    name: node.name,
    path: node.path,
    size: bytes.length,
    checksum: createHash('sha512').update(bytes).digest('hex'),
    entry_id: node.id,
    group_id: node.id,
    is_folder: false,
    locked: false,
    last_modified: 'Fri, 20 Nov 2026 12:00:00 GMT',
    uploaded_by: 'jsmith',
    num_versions: 1,
  };
}
