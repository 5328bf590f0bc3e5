import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

/** Leaves out what only OpenAPI says about calls: the pages would load a sentence for each of them. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    enforce: 'pre',
    transform: (code, id) =>
      /\/src\/contract\/(?!v1\/)/.test(id) ? code.replaceAll(/^ {2}summary: '[^'\n]*',\n/gm, '') : null,
  };
}

/**
 * Leaves out how zod writes JSON schemas, which only the server does: each kind of schema names its writer, so that the
 * bundler keeps all of them.
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

/** What the bundler knows of a module once all are read. */
interface Modules {
  getModuleInfo(
    id: string,
  ): { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] } | null;
}

/** The screens whose first paint people wait for: the modules that their routes load. */
const SCREENS = {
  login: /\/(?:guest-shell|login-page)\.tsx$/,
  shell: /\/app-shell\.tsx$/,
  dashboard: /\/dashboard-page\.tsx$/,
  inbox: /\/inbox-page\.tsx$/,
  compose: /\/compose-screen\.tsx$/,
  contacts: /\/contacts-page\.tsx$/,
} as const;
/** Where each of them is, and what is drawn around it. */
const ADDRESSES: Record<string, Screen[]> = {
  '/login': ['login'],
  '/dashboard': ['shell', 'dashboard'],
  '/inbox': ['shell', 'inbox'],
  '/inbox/compose': ['shell', 'compose'],
  '/contacts': ['shell', 'contacts'],
};
type Screen = keyof typeof SCREENS;

const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.m?js$/;
const ICONS_NAMED = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;

/** The files of what several screens share; each takes along what it needs that is in none before it. */
const SHARED_FILES = ['common', 'shell', 'screens', 'forms'] as const;

/**
 * Groups what several screens share. By itself the bundler makes a file for every set of users, a hundred for the inbox,
 * and on a slow processor asking for so many takes longer than running what is in them.
 */
function sharedGroups() {
  let users: Map<string, Set<Screen>> | undefined;
  const fileOf = (id: string, modules: Modules): (typeof SHARED_FILES)[number] | null => {
    users ??= screensOf(modules);
    const by = users.get(ICON.exec(id)?.[1] ?? id) ?? new Set();
    if (by.has('login') && by.size > 1) return 'common';
    if (by.has('shell')) return 'shell';
    if (by.size < 2) return null;
    // What only the other screens share would make the inbox, the screen that is open all day, a tenth bigger.
    return by.has('inbox') ? 'screens' : 'forms';
  };
  return SHARED_FILES.map((file, i) => ({
    name: (id: string, modules: Modules) => (fileOf(id, modules) === file ? file : null),
    debugName: file,
    priority: SHARED_FILES.length - i,
  }));
}

/** Which screens need a module to be drawn; icons, which all hang on one module that is left out of the build, by name. */
function screensOf(modules: Modules): Map<string, Set<Screen>> {
  const users = new Map<string, Set<Screen>>();
  const walk = (id: string, screen: Screen): void => {
    const known = users.get(id) ?? new Set();
    if (known.has(screen)) return;
    users.set(id, known.add(screen));
    const info = modules.getModuleInfo(id);
    for (const [, names = ''] of info?.code?.matchAll(ICONS_NAMED) ?? [])
      for (const name of names.match(/\b[A-Z]\w+/g) ?? []) walk(dashed(name), screen);
    for (const next of info?.importedIds ?? []) if (!next.includes('/lucide-react/')) walk(next, screen);
  };
  for (const id of everyModule(modules))
    for (const screen of Object.keys(SCREENS) as Screen[]) if (SCREENS[screen].test(id)) walk(id, screen);
  return users;
}

function everyModule(modules: Modules): Set<string> {
  const all = new Set([fileURLToPath(new URL('src/web/main.tsx', import.meta.url))]);
  for (const id of all) {
    const info = modules.getModuleInfo(id);
    for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) all.add(next);
  }
  return all;
}

/** The file of an icon: `Trash2` is in `trash-2`. */
function dashed(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase();
}

/**
 * Writes which files the first page at an address needs besides those of every page. The server names them in the page,
 * so that they are asked for at once and not only after the router has run.
 */
function firstFiles(): Plugin {
  return {
    name: 'first-files',
    // After Vite has taken out what is left of modules that were only style.
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

/** The product's typeface for the page without a network, under a name that its style sheet and the worker know. */
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

/** The web client: src/web → dist/web. Addresses are relative, so that one build serves any base path. */
export default defineConfig({
  root: 'src/web',
  base: './',
  publicDir: 'public',
  plugins: [layerOrder(), withoutSummaries(), withoutJsonSchemas(), react(), firstFiles(), offlineFont()],
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
        codeSplitting: {
          groups: [
            { name: 'schema', priority: 9, test: /node_modules\/zod\/|strict-policy/ },
            { name: 'vendor', priority: 8, test: /node_modules/, tags: ['$initial'] },
            // The worker runs by itself: whatever it is made of stands in its own file.
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
