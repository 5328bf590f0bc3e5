import { setTimeout as pause } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import type { Client, PoolConfig } from 'pg';

import { logEvent } from '../log/engine-events.ts';
import { openWaiting } from './answer-limit.ts';
import type { DatabaseLog } from './log.ts';

/** Delays before reconnecting; the last one repeats. Pages poll anyway, so a short gap costs only seconds. */
const RECONNECT_WAITS_MS = [0, 250, 500, 1_000, 2_000, 5_000];

type Heard = (payload: string | undefined) => void;

/** One connection that listens for everybody in this process and reconnects by itself. */
export class Listener {
  readonly #connection: PoolConfig;
  readonly #log: DatabaseLog;
  readonly #channels = new Map<string, Set<Heard>>();
  readonly #closing = new AbortController();
  #client: Promise<Client> | undefined;

  readonly #askMs: number | undefined;

  constructor(connection: PoolConfig, log: DatabaseLog, askMs?: number) {
    this.#connection = connection;
    this.#log = log;
    this.#askMs = askMs;
  }

  /** Starts to listen; resolves once notifications sent from now on will be received. */
  async listen(channel: string, heard: Heard): Promise<() => Promise<void>> {
    const hearers = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, hearers);
    hearers.add(heard);
    // The first connection may fail as well as a later one; both are retried until we close.
    this.#client ??= this.#keepConnecting(false);
    await run(await this.#client, 'listen', channel);
    return async () => {
      hearers.delete(heard);
      if (hearers.size > 0 || !this.#client) return;
      this.#channels.delete(channel);
      await run(await this.#client, 'unlisten', channel);
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // A connection attempt in progress gives up by itself, because we are closing.
    const client = await this.#client?.catch(() => undefined);
    this.#channels.clear();
    await client?.end();
  }

  /**
   * Connects. The connection counts as established once it listens to every channel; only from then on does its end
   * start a new one.
   */
  async #connect(): Promise<Client> {
    const client = await openWaiting(this.#connection, {
      name: 'f2e listen',
      askMs: this.#askMs,
      begin: async (begun) => {
        begun.on('notification', ({ channel, payload }) => {
          this.#tell(channel, payload ?? '');
        });
        for (const channel of this.#channels.keys()) await run(begun, 'listen', channel);
      },
      broke: (error) => {
        logEvent(this.#log, 'database.listener-lost', { reason: error.message });
      },
    });
    client.once('end', () => {
      if (!this.#closing.signal.aborted) this.#client = this.#keepConnecting(true);
    });
    return client;
  }

  async #keepConnecting(missed: boolean): Promise<Client> {
    const { signal } = this.#closing;
    for (let attempt = 0; ; attempt += 1) {
      await pause(RECONNECT_WAITS_MS[Math.min(attempt, RECONNECT_WAITS_MS.length - 1)], undefined, {
        signal,
      });
      try {
        const client = await this.#connect();
        if (missed) this.#tellAll();
        return client;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logEvent(this.#log, 'database.listen-failed', { attempt, reason });
      }
    }
  }

  #tellAll(): void {
    for (const channel of this.#channels.keys()) this.#tell(channel, undefined);
  }

  /** Calls the callbacks; one that throws would otherwise end the process and keep the others from being called. */
  #tell(channel: string, payload: string | undefined): void {
    for (const heard of this.#channels.get(channel) ?? []) {
      try {
        heard(payload);
      } catch (error) {
        logEvent(this.#log, 'database.hearer-failed', { err: error });
      }
    }
  }
}

async function run(client: Client, verb: 'listen' | 'unlisten', channel: string): Promise<void> {
  await client.query(`${verb} ${escapeIdentifier(channel)}`);
}
