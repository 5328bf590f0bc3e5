/** The part of WebAssembly that we use: Node has it, but its types come only with those of browsers. */
export const wasm = (
  globalThis as unknown as {
    WebAssembly: {
      compile(bytes: Uint8Array): Promise<object>;
      Module: new (bytes: Uint8Array) => object;
      Instance: new (code: object, imports: object) => { exports: object };
      Memory: new (pages: { initial: number }) => WasmMemory;
    };
  }
).WebAssembly;

/** Memory of an instance; `buffer` is replaced when it grows. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
