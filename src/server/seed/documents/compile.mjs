// Recompiles the sample documents after a change of their sources: node compile.mjs
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const compiler = NodeCompiler.create({ workspace: folder });

for (const source of readdirSync(folder)) {
  if (!source.endsWith('.typ') || source === 'paper.typ') continue;
  const pdf = compiler.pdf({ mainFilePath: join(folder, source) }, { pdfTags: false, creationTimestamp: 0 });
  writeFileSync(join(folder, source.replace('.typ', '.pdf')), pdf);
}
