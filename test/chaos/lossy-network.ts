import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readlinkSync } from 'node:fs';

import { until } from '#test/sending-rig.ts';

/**
 * The host number of the first address. A server gets an address for each client, so that a fault can affect only one
 * of them.
 */
const FIRST_HOST = 2;

/**
 * A rate that a handful of busy connections notices immediately; packets that wait longer than the latency are dropped.
 */
const SLOW = ['rate', '256kbit', 'burst', '8kb', 'latency', '300ms'];

/** A separate network, joined to this machine by one virtual cable that loses packets on request. */
export interface LossyNetwork {
  /** Addresses inside, reachable from this machine. */
  hosts: string[];
  /** The prefix of a command that runs inside. */
  within: string[];
  /** Loses this percentage of the packets from and to the address from now on; 100 cuts it off silently. */
  lose(host: string, percent: number): void;
  /** Slows the whole cable down from now on. */
  slowDown(): void;
  /** Ends all losses and delays. */
  mend(): void;
  remove(): void;
}

/** Returns what is missing to create a network; null if nothing is. */
export function whyNoNetwork(): string | null {
  return existsSync('/usr/sbin/nft') && existsSync('/usr/sbin/tc')
    ? null
    : 'apt-get install nftables iproute2';
}

/**
 * Creates a network namespace with `count` addresses. Rules and queues exist only inside it; the kernel removes it with
 * its cable when the process that holds it dies, which happens when this process ends, even by kill -9. The addresses
 * are from the range for benchmarks (RFC 2544), which no real network uses.
 */
export async function makeNetwork(count: number): Promise<LossyNetwork> {
  const holder = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', '--net', 'sleep', 'infinity'], {
    stdio: 'ignore',
  });
  const { pid = 0 } = holder;
  const ours = readlinkSync('/proc/self/ns/net');
  await until(
    async () => readlinkSync(`/proc/${pid}/ns/net`),
    (theirs) => theirs !== ours,
  );
  const within = ['nsenter', `--net=/proc/${pid}/ns/net`];
  const cable = `f2e${pid}`;
  const subnet = `198.18.${pid % 250}`;
  const hosts = Array.from({ length: count }, (_, n) => `${subnet}.${FIRST_HOST + n}`);
  const inside = (...command: string[]): void => run([...within, ...command]);
  run(['ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'db', 'netns', String(pid)]);
  run(['ip', 'address', 'add', `${subnet}.1/24`, 'dev', cable]);
  run(['ip', 'link', 'set', cable, 'up']);
  for (const host of hosts) inside('ip', 'address', 'add', `${host}/24`, 'dev', 'db');
  for (const device of ['lo', 'db']) inside('ip', 'link', 'set', device, 'up');
  inside('nft', 'add table ip trouble');
  for (const way of ['input', 'output'])
    inside('nft', `add chain ip trouble ${way} { type filter hook ${way} priority 0; }`);
  let slow = false;
  return {
    hosts,
    within,
    lose: (host, percent) => {
      const lost = percent >= 100 ? '' : `numgen random mod 100 < ${percent}`;
      inside('nft', `add rule ip trouble input ip daddr ${host} ${lost} drop`);
      inside('nft', `add rule ip trouble output ip saddr ${host} ${lost} drop`);
    },
    slowDown: () => {
      inside('tc', 'qdisc', 'replace', 'dev', 'db', 'root', 'tbf', ...SLOW);
      slow = true;
    },
    mend: () => {
      inside('nft', 'flush table ip trouble');
      if (slow) inside('tc', 'qdisc', 'delete', 'dev', 'db', 'root');
      slow = false;
    },
    remove: () => void holder.kill('SIGKILL'),
  };
}

function run([program = '', ...args]: string[]): void {
  execFileSync(program, args, { stdio: 'pipe' });
}
