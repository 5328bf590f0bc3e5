import { existsSync, lstatSync, readlinkSync } from 'node:fs';

import { FILTER_DESCRIPTOR, systemCallFilter } from './system-calls.ts';

/**
 * How a program is confined. `own-user`: this process is root and can mount and drop to another user itself.
 * `user-namespace`: any user, where the kernel allows user namespaces. `none`: not at all (operator's choice).
 */
export type Confinement = 'own-user' | 'user-namespace' | 'none';

/** A program and its arguments, as an array: no shell is ever involved (A-UPLOAD-06). */
export interface ProgramCommand {
  program: string;
  arguments: string[];
  /** What bubblewrap reads on its descriptor for it: the system calls that are refused, see system-calls.ts. */
  filter?: Buffer;
}

/** Bounds that the kernel keeps, see limits.ts. */
export interface ProgramLimits {
  cpuSeconds: number;
  dataBytes: number;
  fileBytes: number;
  openFiles: number;
  /** Processes and threads together; a fork bomb ends here (A-CONV-24). */
  processes: number;
  /** Bytes that all files in the private /tmp may have together; they are memory. */
  tmpBytes: number;
}

/** What is to be run: the same command with paths inside the sandbox and outside of it. */
export interface ConfinedProgram {
  inside: string[];
  outside: string[];
  /** More of the host that is visible inside, as bubblewrap's flags. */
  visible: string[];
  /** Folders on the way to what is visible; without this bubblewrap makes them readable by root only. */
  folders: string[];
  limits: ProgramLimits;
}

/** The conventional user and group of nobody: not the server's, not the database's. */
const NOBODY = '65534';
/**
 * Users of sandboxes that root starts, from a range that no package and no container manager hands out. Each sandbox has
 * one of its own: the kernel counts processes by user, and one that uses its share up must not stop the others.
 */
const FIRST_USER = 1_990_000_000;
const USERS = 10_000;
let started = 0;

/**
 * Below everything interactive: a big conversion must not slow the pages of other people. Two children with two threads
 * each have less than half of the server's weight together (sched(7)); with 5 they had more than it, and polls waited twice as long.
 */
const NICENESS = '10';

const TOOL_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin'];

/** Absolute path of a system tool, or `undefined` where it is not installed. PATH is not trusted with this. */
export function findTool(name: string): string | undefined {
  return TOOL_FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}

/** On merged-/usr systems /lib and friends are links into /usr; elsewhere they are folders to be shown as such. */
function systemFolders(): string[] {
  return ['/lib', '/lib64', '/bin'].flatMap((path) => {
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path];
  });
}

/** The view from inside: system libraries, fonts, the program; an empty /tmp; no network; no environment. */
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

/** Root keeps its rights while mounting (projects below 0700 folders work) and then becomes a user without any for good. */
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
 * The command that runs a program under the given confinement; `undefined` where a tool that it needs is missing.
 * `none` has no limits but those of the parent (wall clock, resident memory) when even prlimit is missing.
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
      // No session of its own: spawnConfined has made one without a terminal, and what is killed while it is being built
      // is reached only as long as all of it is in one group of processes.
      [bwrap, '--die-with-parent', '--seccomp', String(FILTER_DESCRIPTOR)],
      flags,
      visibleFiles(wanted),
      ['--'],
      prefix,
      // Counted by user, and in a user namespace only inside of it: so it is set there, and not before.
      [prlimit, `--nproc=${wanted.limits.processes}`, '--'],
      wanted.inside,
    ].flat(),
  };
}
