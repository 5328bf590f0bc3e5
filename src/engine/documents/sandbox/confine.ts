import { existsSync, lstatSync, readlinkSync } from 'node:fs';

import { FILTER_DESCRIPTOR, systemCallFilter } from './system-calls.ts';

/**
 * How a program is confined. `own-user`: this process is root and can itself mount and switch to another user.
 * `user-namespace`: any user, if the kernel allows user namespaces. `none`: not at all (operator's choice).
 */
export type Confinement = 'own-user' | 'user-namespace' | 'none';

/** A program and its arguments, as an array: no shell is ever involved (A-UPLOAD-06). */
export interface ProgramCommand {
  program: string;
  arguments: string[];
  /** Input for bubblewrap on its descriptor: the filter that denies system calls, see system-calls.ts. */
  filter?: Buffer;
}

/** Limits enforced by the kernel, see limits.ts. */
export interface ProgramLimits {
  cpuSeconds: number;
  dataBytes: number;
  fileBytes: number;
  openFiles: number;
  /** Processes and threads together; a fork bomb ends here (A-CONV-24). */
  processes: number;
  /** Total bytes of the files in the private /tmp; they are in memory. */
  tmpBytes: number;
}

/** The program to run: the same command with paths inside and outside the sandbox. */
export interface ConfinedProgram {
  inside: string[];
  outside: string[];
  /** Further parts of the host that are visible inside, as bubblewrap flags. */
  visible: string[];
  /** Parent folders of the visible parts; otherwise bubblewrap makes them readable by root only. */
  folders: string[];
  limits: ProgramLimits;
}

/** The conventional user and group ID of nobody: not the server's, not the database's. */
const NOBODY = '65534';
/**
 * User IDs of sandboxes started by root, from a range that no package and no container manager assigns. Each sandbox
 * gets its own: the kernel counts processes by user, and one that uses up its share must not stop the others.
 */
const FIRST_USER = 1_990_000_000;
const USERS = 10_000;
let started = 0;

/**
 * Lower priority than anything interactive: a big conversion must not slow down other people's pages. Two children with
 * two threads each then have less than half of the server's weight together (sched(7)); with 5 they had more than the
 * server, and polls took twice as long.
 */
const NICENESS = '10';

const TOOL_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin'];

/** Returns the absolute path of a system tool, or `undefined` if it is not installed. PATH is not trusted for this. */
export function findTool(name: string): string | undefined {
  return TOOL_FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}

/**
 * Returns flags for the system folders: on merged-/usr systems /lib and the like are links into /usr; elsewhere they
 * are folders, which are bound.
 */
function systemFolders(): string[] {
  return ['/lib', '/lib64', '/bin'].flatMap((path) => {
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path];
  });
}

/** Returns flags for the view inside: system libraries, fonts, the program; empty /tmp; no network, no environment. */
function visibleFiles({ visible, folders, limits }: ConfinedProgram): string[] {
  return [
    ['--ro-bind', '/usr', '/usr'],
    systemFolders(),
    ['/etc', ...folders].flatMap((path) => ['--perms', '0755', '--dir', path]),
    ['--ro-bind-try', '/etc/fonts', '/etc/fonts'],
    ['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ['--proc', '/proc', '--dev', '/dev'],
    ['--size', String(limits.tmpBytes), '--perms', '1777', '--tmpfs', '/tmp'],
    visible,
    ['--remount-ro', '/'],
    ['--chdir', '/tmp', '--clearenv', '--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/tmp'],
    ['--setenv', 'TMPDIR', '/tmp', '--setenv', 'MALLOC_ARENA_MAX', '2'],
  ].flat();
}

/**
 * Returns flags to change the user: root keeps its rights while mounting (projects below 0700 folders work) and then
 * permanently becomes a user without any.
 */
function ownUser(setpriv: string): { flags: string[]; prefix: string[] } {
  const user = FIRST_USER + (started++ % USERS);
  return {
    flags: [
      ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
      ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'],
    ].flat(),
    prefix: [setpriv, `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--inh-caps=-all'],
  };
}

function userNamespace(): { flags: string[]; prefix: string[] } {
  return {
    flags: ['--unshare-all', '--unshare-user', '--uid', NOBODY, '--gid', NOBODY, '--cap-drop', 'ALL'],
    prefix: [],
  };
}

function limitFlags(prlimit: string, limits: ProgramLimits): string[] {
  return [
    prlimit,
    `--cpu=${limits.cpuSeconds}`,
    `--data=${limits.dataBytes}`,
    `--fsize=${limits.fileBytes}`,
    `--nofile=${limits.openFiles}`,
    '--core=0',
    '--',
  ];
}

/**
 * Returns the command that runs a program under the given confinement; `undefined` if a required tool is missing.
 * Without prlimit, `none` has only the limits of the parent (wall clock, resident memory).
 */
export function confine(confinement: Confinement, wanted: ConfinedProgram): ProgramCommand | undefined {
  const [nice, prlimit, bwrap, setpriv] = ['nice', 'prlimit', 'bwrap', 'setpriv'].map(findTool);
  if (confinement === 'none') {
    const bounds = prlimit === undefined ? [] : limitFlags(prlimit, wanted.limits);
    const [program, ...rest] = [...bounds, ...wanted.outside];
    return { program: program!, arguments: rest };
  }
  if (nice === undefined || prlimit === undefined || bwrap === undefined || setpriv === undefined)
    return undefined;
  if (confinement === 'own-user' && process.getuid?.() !== 0) return undefined;
  const filter = systemCallFilter();
  if (filter === undefined) return undefined;
  const { flags, prefix } = confinement === 'own-user' ? ownUser(setpriv) : userNamespace();
  return {
    filter,
    program: nice,
    arguments: [
      ['-n', NICENESS],
      limitFlags(prlimit, wanted.limits),
      // No separate session: spawnConfined has already created one without a terminal, and processes killed while the
      // sandbox is being built can only be reached if all of them are in one process group.
      [bwrap, '--die-with-parent', '--seccomp', String(FILTER_DESCRIPTOR)],
      flags,
      visibleFiles(wanted),
      ['--'],
      prefix,
      // Counted by user, and in a user namespace only inside it: so it is set there, and not before.
      [prlimit, `--nproc=${wanted.limits.processes}`, '--'],
      wanted.inside,
    ].flat(),
  };
}
