/** A fault, which is over when `happen` resolves. All random choices are made beforehand. */
export interface Fault {
  name: string;
  happen: () => Promise<void>;
}
