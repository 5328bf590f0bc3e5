/** For how many days an installation keeps what was deleted or closed. */
export interface KeepDays {
  /** Faxes in Recently deleted. */
  deleted: number;
  /** Faxes of a closed account. */
  closed: number;
  /** The number of a closed account, which nobody else gets meanwhile. */
  number: number;
}

/** The days unless the installation sets others (F2E_KEEP_DELETED_DAYS, F2E_KEEP_CLOSED_DAYS, F2E_NUMBER_REST_DAYS). */
export const KEEP_DAYS: KeepDays = { deleted: 30, closed: 30, number: 90 };
