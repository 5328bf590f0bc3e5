import { MAX_OLE_SECTORS } from '../limits.ts';

/** First bytes of every compound file ([MS-CFB] 2.2). */
const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Sector numbers from here on are markers (end of chain, free), not positions ([MS-CFB] 2.1). */
const FIRST_MARK = 0xfffffffa;
/** The header itself lists this many sectors of the allocation table; more only in files above 7 MB. */
const HEADER_FAT_SECTORS = 109;

/** Whether this is a compound file, the container of doc, xls, ppt and of encrypted OOXML. */
export function isOle(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** Reads a compound file along its chains of sectors; every read is inside the file and every walk is bounded. */
class CompoundFile {
  private readonly view: DataView;
  private readonly sectorBytes: number;
  private readonly tableSectors: number[];

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Version 3 has sectors of 512 bytes, version 4 of 4096; nothing else exists.
    this.sectorBytes = this.u16(30) === 12 ? 4096 : 512;
    this.tableSectors = this.listTableSectors();
  }

  u16(at: number): number {
    return at + 2 <= this.view.byteLength ? this.view.getUint16(at, true) : 0;
  }

  u32(at: number): number {
    return at + 4 <= this.view.byteLength ? this.view.getUint32(at, true) : FIRST_MARK;
  }

  sectorAt(sector: number): number {
    return (sector + 1) * this.sectorBytes;
  }

  /** Yields the sectors of a chain in order; the limit ends a loop. */
  *chain(first: number): Generator<number> {
    let sector = first;
    for (let steps = 0; sector < FIRST_MARK && steps < MAX_OLE_SECTORS; steps++) {
      if (this.sectorAt(sector) >= this.view.byteLength) return;
      yield sector;
      sector = this.next(sector);
    }
  }

  get entriesPerSector(): number {
    return this.sectorBytes / ENTRY_BYTES;
  }

  private next(sector: number): number {
    const perTable = this.sectorBytes / 4;
    const table = this.tableSectors[Math.floor(sector / perTable)];
    return table === undefined ? FIRST_MARK : this.u32(this.sectorAt(table) + 4 * (sector % perTable));
  }

  /** Returns the sectors that hold the allocation table: those in the header, then those in the chain after it. */
  private listTableSectors(): number[] {
    const list: number[] = [];
    for (let index = 0; index < HEADER_FAT_SECTORS; index++) list.push(this.u32(76 + 4 * index));
    let more = this.u32(68);
    for (let steps = 0; more < FIRST_MARK && steps < MAX_OLE_SECTORS / HEADER_FAT_SECTORS; steps++) {
      const at = this.sectorAt(more);
      const last = this.sectorBytes / 4 - 1;
      for (let index = 0; index < last; index++) list.push(this.u32(at + 4 * index));
      more = this.u32(at + 4 * last);
    }
    return list.filter((sector) => sector < FIRST_MARK);
  }
}

interface Entry {
  name: string;
  left: number;
  right: number;
  child: number;
}

function readEntry(file: CompoundFile, at: number): Entry {
  const units = Math.max(0, Math.min(32, file.u16(at + 64) / 2) - 1);
  const name = Array.from({ length: units }, (_, index) => String.fromCharCode(file.u16(at + 2 * index)));
  return { name: name.join(''), left: file.u32(at + 68), right: file.u32(at + 72), child: file.u32(at + 76) };
}

/**
 * Returns the names of the streams and folders at the top of a compound file. Only the top: a letter with an embedded
 * table has a “Workbook” further down and is still a letter. Empty for anything that is not a compound file.
 */
export function topNamesOf(bytes: Uint8Array): Set<string> {
  const names = new Set<string>();
  if (!isOle(bytes) || bytes.length < HEADER_BYTES) return names;
  const file = new CompoundFile(bytes);
  const sectors = [...file.chain(file.u32(48))];
  const entryAt = (index: number) => {
    const sector = sectors[Math.floor(index / file.entriesPerSector)];
    return sector === undefined
      ? undefined
      : file.sectorAt(sector) + ENTRY_BYTES * (index % file.entriesPerSector);
  };
  const rootAt = entryAt(0);
  // The children of the root are a tree of siblings; `seen` stops a loop in it.
  const waiting = rootAt === undefined ? [] : [readEntry(file, rootAt).child];
  const seen = new Set<number>();
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const at = seen.has(index) ? undefined : entryAt(index);
    seen.add(index);
    if (at === undefined) continue;
    const { name, left, right } = readEntry(file, at);
    names.add(name);
    waiting.push(left, right);
  }
  return names;
}
