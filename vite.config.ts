import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where a locally started product listens; `vite` alone serves only the pages. */
const PRODUCT = 'http://127.0.0.1:8080';

/** The web client: src/web → dist/web. Addresses are relative, so that one build serves any base path. */
export default defineConfig({
  root: 'src/web',
  base: './',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The content security policy allows no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    // The first versions with light-dark() and relative colours, which the tokens are made of.
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    sourcemap: false,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/ajax', '/locales', '/brand'].map((path) => [path, { target: PRODUCT }]),
    ),
  },
});
