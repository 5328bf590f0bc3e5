import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

import { confine } from './confine.ts';
import type { Confinement } from './confine.ts';
import { spawnConfined } from './spawn-confined.ts';
import { systemCallFilter } from './system-calls.ts';

/** Small limits, so that they are reached quickly. */
const LIMITS = {
  cpuSeconds: 30,
  dataBytes: 1024 ** 3,
  fileBytes: 1024 ** 2,
  openFiles: 256,
  processes: 64,
  tmpBytes: 1024 ** 2,
};

/** The actions of a compromised decoder: each line prints its result. System calls bypass the C library's checks. */
const TAKEN_OVER = `
import ctypes, errno, os, platform, socket
libc = ctypes.CDLL(None, use_errno=True)
x64 = platform.machine() == "x86_64"
def call(name, numbers, *arguments):
    number = numbers[0] if x64 else numbers[1]
    if libc.syscall(number, *arguments) >= 0:
        print(name, "WORKED")
    else:
        print(name, errno.errorcode[ctypes.get_errno()])
params = ctypes.create_string_buffer(120)
call("unshare", (272, 97), 0x10000000)
call("clone", (56, 220), 0x10000000 | 17, 0, 0, 0, 0)
call("clone3", (435, 435), params, 88)
call("setns", (308, 268), 0, 0)
call("mount", (165, 40), b"none", b"/tmp", b"tmpfs", 0, None)
call("ptrace", (101, 117), 0, 0, 0, 0)
call("bpf", (321, 280), 0, params, 120)
call("keyctl", (250, 219), 0, -3, 0)
call("add_key", (248, 217), b"user", b"x", b"y", 1, -3)
call("io_uring_setup", (425, 425), 1, params)
call("userfaultfd", (323, 282), 0)
call("perf_event_open", (298, 241), params, 0, -1, -1, 0)
call("process_vm_readv", (310, 270), os.getpid(), None, 0, None, 0, 0)
try:
    socket.socket(40, socket.SOCK_STREAM)
    print("vsock WORKED")
except OSError as refusal:
    print("vsock", errno.errorcode[refusal.errno])
children = 0
try:
    while children < 5000:
        if os.fork() == 0:
            os.read(os.pipe()[0], 1)
        children += 1
    print("forks WORKED")
except OSError as refusal:
    print("forks", errno.errorcode[refusal.errno], children < 64)
try:
    bytearray(4 * 1024 ** 3)
    print("memory WORKED")
except MemoryError:
    print("memory refused")
print("end", flush=True)
os.killpg(0, 9)
`;

const REFUSED = [
  'unshare EPERM',
  'clone EPERM',
  'clone3 ENOSYS',
  'setns EPERM',
  'mount EPERM',
  'ptrace EPERM',
  'bpf EPERM',
  'keyctl EPERM',
  'add_key EPERM',
  'io_uring_setup EPERM',
  'userfaultfd EPERM',
  'perf_event_open EPERM',
  'process_vm_readv EPERM',
  'vsock EAFNOSUPPORT',
  'forks EAGAIN True',
  'memory refused',
  'end',
];

async function runConfined(confinement: Confinement, script: string): Promise<string> {
  const inside = ['/usr/bin/python3', '-I', '-c', script];
  const command = confine(confinement, { inside, outside: inside, visible: [], folders: [], limits: LIMITS });
  if (command === undefined) throw new Error(`this machine has no confinement ${confinement}`);
  // The kernel does not count root's processes; root uses the other confinement.
  const user = confinement === 'user-namespace' && process.getuid?.() === 0;
  const asUser = ['--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=-all', command.program];
  const started = user
    ? { ...command, program: '/usr/bin/setpriv', arguments: [...asUser, ...command.arguments] }
    : command;
  const child = spawnConfined(started, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  return output || errors;
}

describe('a decoder that a document took over', () => {
  it.each(['own-user', 'user-namespace'] as const)(
    '[A-CONV-24] gets no namespace, no other process, no rare part of the kernel, no fork bomb and no memory without end (%s)',
    async (confinement) => {
      expect((await runConfined(confinement, TAKEN_OVER)).trim().split('\n')).toEqual(REFUSED);
      // The next sandbox has its own share.
      expect(await runConfined(confinement, 'print("fine")')).toBe('fine\n');
    },
  );

  it('a machine whose system calls are not known has no filter, and so no sandbox', () => {
    expect(systemCallFilter('riscv64')).toBeUndefined();
    expect(systemCallFilter('x64')?.length).toBeGreaterThan(500);
    expect(systemCallFilter('arm64')).not.toEqual(systemCallFilter('x64'));
  });
});
