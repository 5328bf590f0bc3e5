/** What we use of WebAssembly: Node has it, but its types come with those of browsers only. */
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

/** Memory of an instance; `buffer` is another one after it has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
