import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { startDaemon } from '../mail-rig/daemon.ts';
import type { Daemon } from '../mail-rig/daemon.ts';

/** The credentials of the rig: Swift checks signatures, so a wrong secret is refused as at Amazon. */
export const S3_KEYS = { AWS_ACCESS_KEY_ID: 'test:f2e', AWS_SECRET_ACCESS_KEY: 'of-the-rig' };

const KINDS = ['account', 'container', 'object'] as const;
const BUILDER = '/usr/bin/swift-ring-builder';

/** Returns what is missing for an S3 server; null if nothing is. */
export function whyNoSwift(): string | null {
  return existsSync(BUILDER) && existsSync('/usr/bin/swift-proxy-server')
    ? null
    : 'apt-get install swift-proxy swift-account swift-container swift-object';
}

/** Starts OpenStack Swift with its S3 API, one disk, four processes: a real server for buckets. */
export async function startSwift(
  folder: string,
  ports: readonly [number, number, number, number],
): Promise<Daemon> {
  const [front, ...inner] = ports;
  const common = [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `swift_dir = ${folder}`,
    `user = ${userInfo().username}`,
    'workers = 1',
    'eventlet_debug = false',
  ];
  mkdirSync(join(folder, 'disks', 'd1'), { recursive: true });
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = f2e\nswift_hash_path_prefix = rig\n',
  );
  const servers: Daemon[] = [];
  for (const [index, kind] of KINDS.entries()) {
    const port = inner[index] ?? 0;
    buildRing(folder, kind, port);
    const file = join(folder, `${kind}-server.conf`);
    const own = [`bind_port = ${port}`, `devices = ${join(folder, 'disks')}`, 'mount_check = false'];
    const app = [
      '[pipeline:main]',
      `pipeline = ${kind}-server`,
      `[app:${kind}-server]`,
      `use = egg:swift#${kind}`,
    ];
    writeFileSync(file, [...common, ...own, ...app, ''].join('\n'));
    servers.push(await startDaemon(`/usr/bin/swift-${kind}-server`, [file], port));
  }
  const file = join(folder, 'proxy-server.conf');
  writeFileSync(file, [...common, `bind_port = ${front}`, ...PROXY, ''].join('\n'));
  servers.unshift(await startDaemon('/usr/bin/swift-proxy-server', [file], front));
  return {
    stop: async () => {
      for (const server of servers) await server.stop();
    },
  };
}

const PROXY = [
  '[pipeline:main]',
  'pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo proxy-server',
  '[app:proxy-server]',
  'use = egg:swift#proxy',
  'account_autocreate = true',
  ...['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'bulk', 'slo'].flatMap((name) => [
    `[filter:${name}]`,
    `use = egg:swift#${name}`,
  ]),
  '[filter:cache]',
  'use = egg:swift#memcache',
  'memcache_servers = 127.0.0.1:1',
  '[filter:s3api]',
  'use = egg:swift#s3api',
  'location = us-east-1',
  '[filter:tempauth]',
  'use = egg:swift#tempauth',
  `user_test_f2e = ${S3_KEYS.AWS_SECRET_ACCESS_KEY} .admin`,
];

function buildRing(folder: string, kind: string, port: number): void {
  const builder = join(folder, `${kind}.builder`);
  const run = (...args: string[]): Buffer => execFileSync(BUILDER, [builder, ...args], { stdio: 'pipe' });
  run('create', '4', '1', '1');
  run('add', `r1z1-127.0.0.1:${port}/d1`, '1');
  run('rebalance');
}
