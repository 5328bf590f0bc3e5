import { describe, expect, test } from 'vitest';
import { encodeMessage, MessageReader } from './messages.ts';

describe('messages', () => {
  test('come through in any pieces; lengths beyond the bound are refused', () => {
    const bytes = Buffer.concat(
      encodeMessage({ kind: 'ok', pages: 2 }, [Buffer.from('ab'), Buffer.from('c')]),
    );
    const reader = new MessageReader(16);
    const seen = [...bytes].flatMap((byte) => reader.push(Uint8Array.of(byte)));
    expect(seen).toHaveLength(1);
    expect(seen[0]!.head).toEqual({ kind: 'ok', pages: 2 });
    expect(Buffer.from(seen[0]!.body).toString()).toBe('abc');
    expect(new MessageReader(16).push(Buffer.concat([bytes, bytes]))).toHaveLength(2);
    expect(() => new MessageReader(2).push(bytes)).toThrow('bound');
    expect(() => new MessageReader(16).push(new Uint8Array(8).fill(255))).toThrow('bound');
  });
});
