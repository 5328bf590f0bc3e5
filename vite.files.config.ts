import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The bundler's data about a module, once all modules are read. */
interface Modules {
  getModuleInfo(
    id: string,
  ): { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] } | null;
}

/** The screens for whose first paint people wait: the modules that their routes load. */
export const SCREENS = {
  login: /\/(?:guest-shell|login-page)\.tsx$/,
  shell: /\/app-shell\.tsx$/,
  dashboard: /\/dashboard-page\.tsx$/,
  inbox: /\/inbox-page\.tsx$/,
  compose: /\/compose-screen\.tsx$/,
  contacts: /\/contacts-page\.tsx$/,
} as const;
/** The paths of these screens, and what is drawn around each. */
export const ADDRESSES: Record<string, Screen[]> = {
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

/**
 * Files with the code of screens, in this order: each includes its dependencies that are in no earlier one. `apart`
 * stands for a file of its own.
 */
const FILES = ['common', 'shell', 'screens', 'forms', 'apart', 'inbox'] as const;

const MAIN = fileURLToPath(new URL('src/web/main.tsx', import.meta.url));
const INBOX = /\/features\/mailbox\/inbox\//;

/**
 * Groups the code that several screens or parts share. By default the bundler creates a file for every set of users, a
 * hundred for the inbox, and on a slow processor requesting that many takes longer than running their code.
 */
export function sharedGroups() {
  let users: Map<string, Set<Screen>> | undefined;
  let elsewhere: Set<string> | undefined;
  const fileOf = (id: string, modules: Modules): (typeof FILES)[number] | null => {
    users ??= screensOf(modules);
    elsewhere ??= reached(modules, (one) => !INBOX.test(one));
    const key = listedName(id) ?? id;
    const by = users.get(key) ?? new Set();
    if (by.has('login') && by.size > 1) return 'common';
    if (by.has('shell')) return 'shell';
    // Pages that load later need some of what the inbox needs, but not all of it.
    if (by.size < 2)
      return by.has('inbox') ? (elsewhere.has(key) && !INBOX.test(id) ? 'apart' : 'inbox') : null;
    // Code that only the other screens share would make the inbox, which is open all day, a tenth bigger.
    return by.has('inbox') ? 'screens' : 'forms';
  };
  return FILES.map((file, i) => ({
    name: (id: string, modules: Modules) =>
      fileOf(id, modules) === file ? (file === 'apart' ? parse(id).name : file) : null,
    debugName: file,
    priority: FILES.length - i,
  }));
}

/** Returns which screens need each module to be drawn. */
function screensOf(modules: Modules): Map<string, Set<Screen>> {
  const users = new Map<string, Set<Screen>>();
  const walk = (id: string, screen: Screen): void => {
    const known = users.get(id) ?? new Set();
    if (known.has(screen)) return;
    users.set(id, known.add(screen));
    for (const next of importsOf(id, modules)) walk(next, screen);
  };
  for (const id of reached(modules, () => true))
    for (const screen of Object.keys(SCREENS) as Screen[]) if (SCREENS[screen].test(id)) walk(id, screen);
  return users;
}

/** Returns all modules that are ever loaded, as far as they are reached through these. */
function reached(modules: Modules, through: (id: string) => boolean): Set<string> {
  const all = new Set([MAIN]);
  for (const id of all)
    if (through(id))
      for (const next of [
        ...importsOf(id, modules),
        ...(modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
      ])
        all.add(next);
  return all;
}

/**
 * Returns what a module imports. Icons and rare hooks are listed by name, because every screen imports all of them
 * through the index of their package.
 */
function importsOf(id: string, modules: Modules): string[] {
  const { code, importedIds } = modules.getModuleInfo(id) ?? { code: null, importedIds: [] };
  const icons = [...(code?.matchAll(ICONS_NAMED) ?? [])].flatMap(
    ([, names = '']) => names.match(/\b[A-Z]\w+/g) ?? [],
  );
  const hooks = id.includes('/node_modules/') ? [] : (code?.matchAll(RARE_HOOKS_NAMED) ?? []);
  return [
    ...icons.map(iconFile),
    ...[...hooks].map(([, hook = '']) => hook.toLowerCase()),
    ...importedIds.filter((next) => !next.includes('/lucide-react/') && !RARE_HOOK.test(next)),
  ];
}

const iconFiles = new Map<string, string>();

/** Returns the file of an icon: `Trash2` is in `trash-2`, and `History`, an alias, in `rotate-ccw-clock`. */
function iconFile(name: string): string {
  const dashed = name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase();
  const known = iconFiles.get(dashed);
  if (known !== undefined) return known;
  const file = new URL(`node_modules/lucide-react/dist/esm/icons/${dashed}.mjs`, import.meta.url);
  const alias = existsSync(file)
    ? /from '\.\/([\w-]+)\.mjs'/.exec(readFileSync(file, 'utf8'))?.[1]
    : undefined;
  iconFiles.set(dashed, alias ?? dashed);
  return alias ?? dashed;
}
