import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Address of a locally started product; `vite` alone serves only the pages. */
const PRODUCT = 'http://127.0.0.1:8080';

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

/** The bundler's data about a module, once all modules are read. */
interface Modules {
  getModuleInfo(
    id: string,
  ): { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] } | null;
}

/** The screens for whose first paint people wait: the modules that their routes load. */
const SCREENS = {
  login: /\/(?:guest-shell|login-page)\.tsx$/,
  shell: /\/app-shell\.tsx$/,
  dashboard: /\/dashboard-page\.tsx$/,
  inbox: /\/inbox-page\.tsx$/,
  compose: /\/compose-screen\.tsx$/,
  contacts: /\/contacts-page\.tsx$/,
} as const;
/** The paths of these screens, and what is drawn around each. */
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

/** Hooks of react-query that few screens use, and their observers. */
const RARE_HOOK = /\/(?:use)?(queries|infiniteQuery)(?:Observer)?\.js$/i;
const RARE_HOOKS_NAMED = /\buse(Queries|InfiniteQuery)\b/g;

/** Returns the name by which a module is listed whose users are told by their code and not by their imports. */
const listedName = (id: string) => ICON.exec(id)?.[1] ?? RARE_HOOK.exec(id)?.[1]?.toLowerCase();

/** Files with the code that several screens share; each includes its dependencies that are in no earlier file. */
const SHARED_FILES = ['common', 'shell', 'screens', 'forms'] as const;

/**
 * Groups the code that several screens share. By default the bundler creates a file for every set of users, a hundred
 * for the inbox, and on a slow processor requesting that many takes longer than running their code.
 */
function sharedGroups() {
  let users: Map<string, Set<Screen>> | undefined;
  const fileOf = (id: string, modules: Modules): (typeof SHARED_FILES)[number] | null => {
    users ??= screensOf(modules);
    const by = users.get(listedName(id) ?? id) ?? new Set();
    if (by.has('login') && by.size > 1) return 'common';
    if (by.has('shell')) return 'shell';
    if (by.size < 2) return null;
    // Code that only the other screens share would make the inbox, which is open all day, a tenth bigger.
    return by.has('inbox') ? 'screens' : 'forms';
  };
  return SHARED_FILES.map((file, i) => ({
    name: (id: string, modules: Modules) => (fileOf(id, modules) === file ? file : null),
    debugName: file,
    priority: SHARED_FILES.length - i,
  }));
}

/**
 * Returns which screens need each module to be drawn. Icons and rare hooks are listed by name, because every screen
 * imports all of them through the index of their package.
 */
function screensOf(modules: Modules): Map<string, Set<Screen>> {
  const users = new Map<string, Set<Screen>>();
  const walk = (id: string, screen: Screen): void => {
    const known = users.get(id) ?? new Set();
    if (known.has(screen)) return;
    users.set(id, known.add(screen));
    const info = modules.getModuleInfo(id);
    for (const [, names = ''] of info?.code?.matchAll(ICONS_NAMED) ?? [])
      for (const name of names.match(/\b[A-Z]\w+/g) ?? []) walk(dashed(name), screen);
    if (!id.includes('/node_modules/'))
      for (const [, hook = ''] of info?.code?.matchAll(RARE_HOOKS_NAMED) ?? []) walk(hook.toLowerCase(), screen);
    for (const next of info?.importedIds ?? [])
      if (!next.includes('/lucide-react/') && !RARE_HOOK.test(next)) walk(next, screen);
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

/** Returns the file name of an icon: `Trash2` is in `trash-2`. */
function dashed(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase();
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
