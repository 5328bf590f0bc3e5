import { formatWireTime } from '#contract/kit/wire.ts';
import { operatorAudit, operatorAuditVerify } from '#contract/audit/log.admin.ts';
import type { Database } from '#engine/database/port.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { pageOf, windowOf } from '#server/kit/operator-refusal.ts';

import type { AuditChain } from './chain.ts';
import { namesIn } from './audit-names.store.ts';
import { listAudit } from './list-audit.store.ts';

/** Dependencies of the console's audit; `zone` is the server zone. */
interface AuditAdmin {
  database: Database;
  chain: AuditChain;
  zone: string;
}

/** Mounts the audit for operators, who see all of it. */
export function mountAuditAdmin(app: App, { database, chain, zone }: AuditAdmin): void {
  mount(app, operatorAudit, async ({ query }) => {
    const window = windowOf(query);
    const { actor, action, object, account } = query;
    const found = await listAudit(database.db, {
      ...(actor !== '' && { actor }),
      ...(action !== '' && { action }),
      ...(object !== '' && { object }),
      ...(account !== '' && { account: Number(account) }),
      ...window,
    });
    const page = pageOf(found, window);
    return {
      ...page,
      names: await namesIn(database.db, page.rows),
      rows: page.rows.map(({ id, at, uid, detail, name, ...row }) => ({
        ...row,
        actor: name === null ? row.actor : `operator:${name}`,
        id: String(id),
        at: formatWireTime(at, zone),
        uid: uid === null ? null : String(uid),
        detail: JSON.stringify(detail),
      })),
    };
  });

  // Millions of rows are read for it, but only as long as somebody waits.
  mount(app, operatorAuditVerify, async ({ reply }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    try {
      const finding = await chain.verify(gone.signal);
      return { ok: finding.ok, rows: finding.rows, reason: finding.ok ? '' : finding.reason };
    } catch (error) {
      if (!gone.signal.aborted) throw error;
      return { ok: false, rows: 0, reason: 'Nobody waits for the answer any more.' };
    }
  });
}
