import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { ADDRESSES, SCREENS, sharedGroups } from './vite.files.config.ts';

/** Address of a locally started product; `vite` alone serves only the pages. */
const PRODUCT = 'http://127.0.0.1:8080';

/** The file of a page, which a route loads. */
const PAGE_FILE = /-(?:page|screens?|shell)-[\w-]+\.js$/;

/**
 * Starts every style sheet with the order of the layers. The sheets of split chunks arrive in any order, and otherwise
 * the first one to name a layer would decide.
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

/** Removes the summaries of calls, which only OpenAPI uses: otherwise the pages would load a sentence for each call. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    enforce: 'pre',
    transform: (code, id) =>
      /\/src\/contract\/(?!v1\/)/.test(id) ? code.replaceAll(/^ {2}summary: '[^'\n]*',\n/gm, '') : null,
  };
}

/**
 * Removes zod's writers of JSON schemas, which only the server uses: each kind of schema refers to its writer, so that
 * the bundler would keep all of them.
 */
function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    enforce: 'pre',
    transform: (code, id) => {
      if (!/\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name);
      return names.map((name) => `export const ${name} = () => undefined;`).join('\n');
    },
  };
}

/**
 * Writes which files the first page at a path needs besides those of every page. The server names them in the page, so
 * that they are requested immediately and not only after the router has run.
 */
function firstFiles(): Plugin {
  return {
    name: 'first-files',
    // After Vite has removed the remains of modules that only contained styles.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const filesOf = (start: typeof chunks): string[] => {
          const all = new Set(start);
          for (const { imports } of all)
            for (const chunk of chunks) if (imports.includes(chunk.fileName)) all.add(chunk);
          return [...all].flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
        };
        const everyPage = new Set(filesOf(chunks.filter(({ isEntry }) => isEntry)));
        const files = Object.entries(ADDRESSES).map(([address, screens]) => {
          const roots = chunks.filter(({ facadeModuleId }) =>
            screens.some((screen) => facadeModuleId !== null && SCREENS[screen].test(facadeModuleId)),
          );
          return [address, [...new Set(filesOf(roots))].filter((file) => !everyPage.has(file))] as const;
        });
        this.emitFile({
          type: 'asset',
          fileName: 'first-files.json',
          source: JSON.stringify(Object.fromEntries(files)),
        });
      },
    },
  };
}

/** Emits the product's typeface for the offline page, under a name that its style sheet and the worker use. */
function offlineFont(): Plugin {
  const file = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
  return {
    name: 'offline-font',
    generateBundle() {
      const source = readFileSync(new URL(file, import.meta.url));
      this.emitFile({ type: 'asset', fileName: 'offline-font.woff2', source });
    },
  };
}

/** The web client: src/web → dist/web. URLs are relative, so that one build serves any base path. */
export default defineConfig({
  root: 'src/web',
  base: './',
  publicDir: 'public',
  plugins: [layerOrder(), withoutSummaries(), withoutJsonSchemas(), react(), firstFiles(), offlineFont()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The content security policy allows no data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    // The first versions with light-dark() and relative colors, which the design tokens use.
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    sourcemap: false,
    modulePreload: {
      // Small parts load while the page is idle. There, the processor's time counts, and each hint to the browser takes
      // a millisecond on a phone; a page that somebody waits for is loaded with all its files at once.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || PAGE_FILE.test(file) ? files : files.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      input: {
        index: 'src/web/index.html',
        'service-worker': 'src/web/service-worker/service-worker.ts',
      },
      output: {
        // The worker's URL must stay the same, and it controls only the paths below it.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // strict-policy.ts must run before the first schema is created, so it shares a chunk with zod.
        codeSplitting: {
          groups: [
            { name: 'schema', priority: 9, test: /node_modules\/zod\/|strict-policy/ },
            { name: 'vendor', priority: 8, test: /node_modules/, tags: ['$initial'] },
            // The worker runs separately: all its code is in its own file.
            { name: 'core', priority: 7, test: /^(?!.*service-worker)/, tags: ['$initial'] },
            ...sharedGroups(),
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/ajax', '/locales', '/brand', '/sso'].map((path) => [path, { target: PRODUCT }]),
    ),
  },
});
