/** One thing that goes wrong, and is right again when `happen` resolves. All choices are made beforehand. */
export interface Fault {
  name: string;
  happen: () => Promise<void>;
}
