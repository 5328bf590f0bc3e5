/** The provider that a session stands on, and its own name for the login there. */
export interface SignOn {
  providerId: number;
  sid: string | null;
  /** How long the session may last, where the provider or the session before it says so. */
  seconds?: number | undefined;
}
