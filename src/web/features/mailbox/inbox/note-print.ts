import { faxPrinted } from '#contract/audit/fax-activity.ts';
import { callApi } from '#web/kit/call-api.ts';

/** Reports to the server that a fax is printed. Throws the error of the call. */
export async function notePrint(fid: string): Promise<void> {
  await callApi(faxPrinted, { body: { fid } });
}
