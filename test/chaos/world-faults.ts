import { setTimeout as pause } from 'node:timers/promises';

import type { Chance } from '#test/chance.ts';

import type { Fault } from './fault.ts';
import type { Installation, Node } from './installation.ts';

/** Durations in milliseconds: shorter and longer than connections and leases wait. */
const OUTAGES = [200, 2_000, 8_000] as const;
const CUTS = [1_000, 6_000, 20_000] as const;

/** Clock steps in seconds: those of a time server that corrects itself, and of one that is wrong. */
const STEPS = [-3_600, -90, -4, 4, 90, 3_600] as const;

/** Free bytes on a full disk: too little for new faxes, or nothing. */
const [LOW, NONE] = [60 * 1024 * 1024, 0];

export function databaseKilled({ postgres }: Installation, chance: Chance): Fault {
  const away = chance.pick(OUTAGES);
  return {
    name: `kill -9 PostgreSQL, away ${away} ms`,
    happen: async () => {
      await postgres.kill();
      await pause(away);
      await postgres.again();
    },
  };
}

export function databaseRestarted({ postgres }: Installation, chance: Chance): Fault {
  const away = chance.pick(OUTAGES);
  return {
    name: `PostgreSQL restarted, away ${away} ms`,
    happen: async () => {
      await postgres.shutDown();
      await pause(away);
      await postgres.again();
    },
  };
}

export function packetsLost({ nodes, network }: Installation, chance: Chance): Fault {
  const { machine, host } = chance.pick(nodes);
  const [percent, ms] = [chance.pick([5, 20, 40]), chance.int(4_000, 12_000)];
  return {
    name: `${percent} % of packets lost between ${machine.name} and PostgreSQL, ${ms} ms`,
    happen: async () => {
      network.lose(host, percent);
      await pause(ms);
      network.mend();
    },
  };
}

export function cutOff({ nodes, network }: Installation, chance: Chance): Fault {
  const { machine, host } = chance.pick(nodes);
  const ms = chance.pick(CUTS);
  return {
    name: `${machine.name} cut off from PostgreSQL, ${ms} ms`,
    happen: async () => {
      network.lose(host, 100);
      await pause(ms);
      network.mend();
    },
  };
}

export function slowNetwork({ network }: Installation, chance: Chance): Fault {
  const ms = chance.int(3_000, 8_000);
  return {
    name: `slow network before PostgreSQL, ${ms} ms`,
    happen: async () => {
      network.slowDown();
      await pause(ms);
      network.mend();
    },
  };
}

export function diskFull({ disks }: Installation, chance: Chance): Fault {
  const [left, ms] = [chance.pick([LOW, NONE]), chance.int(2_000, 6_000)];
  return {
    name: `${left} bytes left where faxes are kept, ${ms} ms`,
    happen: async () => {
      await disks.data.leave(left);
      await pause(ms);
      await disks.data.makeRoom();
    },
  };
}

export function databaseDiskFull({ disks, postgres }: Installation, chance: Chance): Fault {
  const ms = chance.int(1_000, 4_000);
  return {
    name: `no room for PostgreSQL, ${ms} ms`,
    happen: async () => {
      await disks.database.leave(NONE);
      await pause(ms);
      await disks.database.makeRoom();
      // Without space for its log the server may have stopped.
      await postgres.again();
    },
  };
}

export function clockStepped({ nodes }: Installation, chance: Chance): Fault {
  const { machine, clock } = chance.pick<Node>(nodes);
  return stepped(`clock of ${machine.name}`, clock, chance);
}

export function databaseClockStepped({ databaseClock }: Installation, chance: Chance): Fault {
  return stepped('clock of PostgreSQL', databaseClock, chance);
}

function stepped(whose: string, clock: Node['clock'], chance: Chance): Fault {
  const [seconds, ms] = [chance.pick(STEPS), chance.int(3_000, 12_000)];
  return {
    name: `${whose} ${seconds} s off, ${ms} ms`,
    happen: async () => {
      clock.step(seconds);
      await pause(ms);
      clock.step(0);
    },
  };
}

export function carrierBroken({ carrier }: Installation, chance: Chance): Fault {
  const [status, ms] = [chance.pick([429, 500, 503]), chance.int(2_000, 8_000)];
  return {
    name: `the carrier answers ${status}, ${ms} ms`,
    happen: async () => {
      carrier.moods.broken = status;
      await pause(ms);
      carrier.moods.broken = null;
    },
  };
}

export function answerDropped({ carrier }: Installation, chance: Chance): Fault {
  const ms = chance.int(1_000, 4_000);
  return {
    name: 'the carrier takes an order and does not answer',
    happen: async () => {
      carrier.moods.dropAnswer = true;
      await pause(ms);
      carrier.moods.dropAnswer = false;
    },
  };
}

export function storageDown({ sshd }: Installation, chance: Chance): Fault {
  const ms = chance.int(2_000, 6_000);
  return {
    name: `the receiver's SFTP server down, ${ms} ms`,
    happen: async () => {
      await sshd.stop();
      await pause(ms);
      await sshd.start();
    },
  };
}
