export declare const NODE_FLAGS: string[];
export declare const MALLOC_SETTINGS: Record<string, string>;
