import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Where a locally started product listens; `vite` alone serves only the pages. */
const PRODUCT = 'http://127.0.0.1:8080';

/**
 * Starts every style sheet with the order of the layers. The sheets of split chunks arrive in any order, and the first
 * one that names a layer would otherwise decide.
 */
function layerOrder(): Plugin {
  const order = readFileSync(new URL('src/web/styles/layers.css', import.meta.url), 'utf8');
  const statement = /@layer [^;{]+;/.exec(order)?.[0];
  if (statement === undefined) throw new Error('src/web/styles/layers.css names no order of layers');
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) => (id.split('?')[0]?.endsWith('.css') === true ? `${statement}\n${code}` : null),
  };
}

/** The web client: src/web → dist/web. Addresses are relative, so that one build serves any base path. */
export default defineConfig({
  root: 'src/web',
  base: './',
  publicDir: 'public',
  plugins: [layerOrder(), react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The content security policy allows no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    // The first versions with light-dark() and relative colours, which the tokens are made of.
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    sourcemap: false,
    rolldownOptions: {
      input: {
        index: 'src/web/index.html',
        'service-worker': 'src/web/service-worker/service-worker.ts',
      },
      output: {
        // The worker's address must stay the same, and it rules only what is below it.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // strict-policy.ts must have run before the first schema is made, so it stands in one chunk with zod.
        codeSplitting: { groups: [{ name: 'schema', test: /node_modules\/zod\/|strict-policy/ }] },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/ajax', '/locales', '/brand'].map((path) => [path, { target: PRODUCT }]),
    ),
  },
});
