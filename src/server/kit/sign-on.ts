/** The provider that a session comes from, and the provider's own id of the login. */
export interface SignOn {
  providerId: number;
  sid: string | null;
  /** How long the session may last, if the provider or the previous session limits it. */
  seconds?: number | undefined;
}
