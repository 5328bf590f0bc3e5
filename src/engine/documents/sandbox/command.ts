import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  CHILD_CPU_SECONDS,
  CHILD_DATA_BYTES,
  CHILD_FILE_BYTES,
  CHILD_HEAP_MB,
  CHILD_OPEN_FILES,
} from '../limits.ts';

/**
 * How a child is confined. `own-user`: this process is root and can mount and drop to another user itself.
 * `user-namespace`: any user, where the kernel allows user namespaces. `none`: not at all (operator's choice).
 */
export type Confinement = 'own-user' | 'user-namespace' | 'none';

/** A program and its arguments, as an array: no shell is ever involved (A-UPLOAD-06). */
export interface ChildCommand {
  program: string;
  arguments: string[];
}

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const CHILD_MAIN = 'src/engine/documents/sandbox/child-main.ts';

/** The packages that converters load, with what those load: nothing else of node_modules is visible inside. */
const PACKAGES = ['sharp', '@img', 'detect-libc', 'semver', '@embedpdf', '@myriaddreamin', 'chardet'];

/** Where the project appears inside the sandbox: the same place whatever folder it really lives in. */
const INSIDE = '/f2e';

/** The conventional user and group of nobody: not the server's, not the database's. */
const NOBODY = '65534';

/** Bytes that all files in the private /tmp may have together; they are memory. */
const PRIVATE_TMP_BYTES = 64 * 1024 * 1024;

/** Below everything interactive: a big conversion must not slow the pages of other people. */
const NICENESS = '5';

const TOOL_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin'];

/** Absolute path of a system tool, or `undefined` where it is not installed. PATH is not trusted with this. */
export function findTool(name: string): string | undefined {
  return TOOL_FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}

const NODE_FLAGS = [`--max-old-space-size=${CHILD_HEAP_MB}`, '--disable-warning=ExperimentalWarning'];

/** On merged-/usr systems /lib and friends are links into /usr; elsewhere they are folders to be shown as such. */
function systemFolders(): string[] {
  return ['/lib', '/lib64', '/bin'].flatMap((path) => {
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path];
  });
}

function projectFolders(): string[] {
  const modules = PACKAGES.map((name) => `node_modules/${name}`);
  const paths = [...modules, 'src/engine/documents', 'package.json'];
  return paths.flatMap((path) => ['--ro-bind', `${PROJECT}${path}`, `${INSIDE}/${path}`]);
}

/** Folders on the way to binds; without this bubblewrap makes them readable by root only. */
function foldersBetween(): string[] {
  const folders = ['/etc', INSIDE, `${INSIDE}/node_modules`, `${INSIDE}/src`, `${INSIDE}/src/engine`];
  return folders.flatMap((path) => ['--perms', '0755', '--dir', path]);
}

/** The view of the child: system libraries, fonts, Node, the engine; an empty /tmp; no network; no environment. */
function visibleFiles(): string[] {
  return [
    ['--ro-bind', '/usr', '/usr'],
    systemFolders(),
    foldersBetween(),
    ['--ro-bind-try', '/etc/fonts', '/etc/fonts'],
    ['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ['--proc', '/proc', '--dev', '/dev'],
    ['--size', String(PRIVATE_TMP_BYTES), '--tmpfs', '/tmp'],
    projectFolders(),
    ['--ro-bind', process.execPath, `${INSIDE}/node`],
    ['--remount-ro', '/'],
    ['--chdir', '/tmp', '--clearenv', '--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/tmp'],
    ['--setenv', 'TMPDIR', '/tmp', '--setenv', 'MALLOC_ARENA_MAX', '2'],
  ].flat();
}

/** Root keeps its rights while mounting (projects below 0700 folders work) and then becomes nobody for good. */
function ownUser(setpriv: string): { flags: string[]; prefix: string[] } {
  return {
    flags: [
      ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
      ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'],
    ].flat(),
    prefix: [setpriv, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all'],
  };
}

function userNamespace(): { flags: string[]; prefix: string[] } {
  return {
    flags: ['--unshare-all', '--unshare-user', '--uid', NOBODY, '--gid', NOBODY, '--cap-drop', 'ALL'],
    prefix: [],
  };
}

function limits(prlimit: string): string[] {
  return [
    prlimit,
    `--cpu=${CHILD_CPU_SECONDS}`,
    `--data=${CHILD_DATA_BYTES}`,
    `--fsize=${CHILD_FILE_BYTES}`,
    `--nofile=${CHILD_OPEN_FILES}`,
    '--core=0',
    '--',
  ];
}

/**
 * The command of one child under the given confinement; `undefined` where a tool that it needs is missing.
 * `none` has no limits but those of the parent (wall clock, resident memory) when even prlimit is missing.
 */
export function childCommand(confinement: Confinement): ChildCommand | undefined {
  const [nice, prlimit, bwrap, setpriv] = ['nice', 'prlimit', 'bwrap', 'setpriv'].map(findTool);
  if (confinement === 'none') {
    const node = [process.execPath, ...NODE_FLAGS, `${PROJECT}${CHILD_MAIN}`];
    const [program, ...rest] = [...(prlimit === undefined ? [] : limits(prlimit)), ...node];
    return { program: program!, arguments: rest };
  }
  if (nice === undefined || prlimit === undefined || bwrap === undefined || setpriv === undefined)
    return undefined;
  if (confinement === 'own-user' && process.getuid?.() !== 0) return undefined;
  const { flags, prefix } = confinement === 'own-user' ? ownUser(setpriv) : userNamespace();
  return {
    program: nice,
    arguments: [
      ['-n', NICENESS],
      limits(prlimit),
      [bwrap, '--die-with-parent', '--new-session'],
      flags,
      visibleFiles(),
      ['--'],
      prefix,
      [`${INSIDE}/node`, ...NODE_FLAGS, `${INSIDE}/${CHILD_MAIN}`],
    ].flat(),
  };
}
