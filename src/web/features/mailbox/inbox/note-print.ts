import { faxPrinted } from '#contract/audit/fax-activity.ts';
import { callApi } from '#web/kit/call-api.ts';

/** Tells the server that a fax goes to a printer. Throws what the call throws. */
export async function notePrint(fid: string): Promise<void> {
  await callApi(faxPrinted, { body: { fid } });
}
