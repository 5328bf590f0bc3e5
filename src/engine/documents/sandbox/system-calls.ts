import { endianness } from 'node:os';

/** The descriptor on which bubblewrap reads the filter; higher than any that programs use. */
export const FILTER_DESCRIPTOR = 9;

/** Numbers of one system call on x86-64 and on arm64; undefined if that machine has no such call. */
type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

/**
 * System calls that no document needs, grouped by what they would offer a compromised decoder (A-CONV-24). Numbers:
 * Linux, arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h.
 */
const DENIED: Readonly<Record<string, Numbers>> = {
  // Namespaces and mounts: a new set of rights inside, and with it access to a larger part of the kernel.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  // Kernel subsystems in which most escapes of recent years were found.
  bpf: [321, 280],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  fanotify_init: [300, 262],
  memfd_secret: [447, 447],
  // The machine itself.
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  vhangup: [153, 58],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  modify_ldt: [154, undefined],
};
const CLONE: Numbers = [56, 220];
const CLONE3: Numbers = [435, 435];
const SOCKET: Numbers = [41, 198];

/** Every flag of clone(2) that creates a namespace. */
const NAMESPACE_FLAGS = 0x7e020000;
/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK: the network namespace confines them; it does not confine AF_VSOCK and others. */
const SOCKET_FAMILIES = [1, 2, 10, 16];
/** linux/audit.h. */
const MACHINES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

// linux/bpf_common.h and linux/seccomp.h.
const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_OR_EQUAL = 0x35;
const JUMP_SET = 0x45;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const refuseWith = (errno: number) => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
/** Offsets in struct seccomp_data; the low half of the first argument comes first on little-endian machines. */
const AT = { number: 0, machine: 4, firstArgument: 16 };
/** On x86-64, calls from this number on are of the x32 ABI, whose numbers differ. */
const X32 = 0x40000000;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** Returns instructions to run if the call has this number: `steps` end with a return. */
function onCall(number: number | undefined, steps: readonly Instruction[]): readonly Instruction[] {
  return number === undefined ? [] : [[JUMP_EQUAL, 0, steps.length, number], ...steps];
}

const answer = (value: number): Instruction => [RETURN, 0, 0, value];

/**
 * Returns the seccomp filter of a sandbox in the kernel's format (struct sock_filter, seccomp(2)): denied calls return
 * EPERM, clone3 returns ENOSYS, so that libraries fall back to clone, whose flags can be read. Returns undefined for a
 * machine with unknown numbers: there the sandbox does not count as working.
 */
export function systemCallFilter(machine: string = process.arch): Buffer | undefined {
  if ((machine !== 'x64' && machine !== 'arm64') || endianness() !== 'LE') return undefined;
  const column = machine === 'x64' ? 0 : 1;
  const loadArgument: Instruction = [LOAD, 0, 0, AT.firstArgument];
  const program: Instruction[] = [
    [LOAD, 0, 0, AT.machine],
    [JUMP_EQUAL, 1, 0, MACHINES[machine]],
    answer(KILL_PROCESS),
    [LOAD, 0, 0, AT.number],
    ...(machine === 'x64' ? ([[JUMP_GREATER_OR_EQUAL, 0, 1, X32], answer(KILL_PROCESS)] as const) : []),
    ...Object.values(DENIED).flatMap((numbers) => onCall(numbers[column], [answer(refuseWith(EPERM))])),
    ...onCall(CLONE3[column], [answer(refuseWith(ENOSYS))]),
    ...onCall(CLONE[column], [
      loadArgument,
      [JUMP_SET, 0, 1, NAMESPACE_FLAGS],
      answer(refuseWith(EPERM)),
      answer(ALLOW),
    ]),
    ...onCall(SOCKET[column], [
      loadArgument,
      ...SOCKET_FAMILIES.flatMap((family): Instruction[] => [[JUMP_EQUAL, 0, 1, family], answer(ALLOW)]),
      answer(refuseWith(EAFNOSUPPORT)),
    ]),
    answer(ALLOW),
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
