/** The import rules of ARCHITECTURE.md; each comment says where the code belongs instead. */
const web = '^src/web';

/** The areas of the server, the lowest layer first; `src/web` and `src/contract` use the same names. */
const AREAS = [
  'audit',
  'brands',
  'email',
  'identity',
  'mailbox',
  'faxes',
  'customers',
  'operations',
  'gateways',
];

module.exports = {
  forbidden: [
    {
      name: 'contract-is-a-leaf',
      comment: 'The contract imports only zod and itself: both sides of the wire depend on it.',
      severity: 'error',
      from: { path: '^src/contract', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src/contract', 'node_modules/zod/'] },
    },
    {
      name: 'engine-knows-no-product',
      comment: 'An engine is product-free: move what it needs of server, web or contract into its port.',
      severity: 'error',
      from: { path: '^src/engine', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src/(server|web|contract|operator)|test)/' },
    },
    {
      name: 'engines-meet-at-ports',
      comment:
        'One engine may use another only through database, jobs, file-store or outbound-guard ports, or secrets.',
      severity: 'error',
      from: { path: '^src/engine/([^/]+)/', pathNot: '\\.(contract-)?test\\.ts$' },
      to: {
        path: '^src/engine/',
        pathNot: [
          '^src/engine/$1/',
          '^src/engine/(database|jobs|file-store|outbound-guard)/port\\.ts$',
          '^src/engine/database/(tables|refusal)',
          '^src/engine/log/',
          '^src/engine/secrets/',
        ],
      },
    },
    {
      name: 'features-meet-at-services',
      comment: 'A feature uses another only through its <feature>.service.ts.',
      severity: 'error',
      from: { path: '^src/server/features/([^/]+/[^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/features/[^/]+/', pathNot: ['^src/server/features/$1/', '\\.service\\.ts$'] },
    },
    ...AREAS.slice(0, -1).map((area, layer) => ({
      name: `${area}-is-below-${AREAS[layer + 1]}`,
      comment: 'An area imports only from itself and from the areas below it.',
      severity: 'error',
      from: { path: `^src/server/features/${area}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^src/server/features/(${AREAS.slice(layer + 1).join('|')})/` },
    })),
    {
      name: 'every-feature-has-an-area',
      comment: 'A folder of src/server/features is one of AREAS.',
      severity: 'error',
      from: { path: '^src/server/features/', pathNot: `^src/server/features/(${AREAS.join('|')})/` },
      to: {},
    },
    {
      name: 'kit-knows-no-feature',
      comment: 'What features share stands in server/kit; it uses none of them.',
      severity: 'error',
      from: { path: '^src/server/kit/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/(features|seed|composition)/' },
    },
    {
      name: 'features-see-ports',
      comment: 'A feature sees an engine by its port; adapters are chosen in the composition roots.',
      severity: 'error',
      from: { path: '^src/server/features', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/engine',
        pathNot: [
          'port\\.ts$',
          '^src/engine/secrets/',
          '^src/engine/database/tables',
          '^src/engine/documents/detect-type\\.ts$',
          '^src/engine/fax-line/pattern\\.ts$',
        ],
      },
    },
    {
      name: 'only-stores-know-sql',
      comment: 'SQL belongs into a <feature>.store.ts or into engine/database.',
      severity: 'error',
      from: { path: '^src', pathNot: ['\\.store\\.ts$', '^src/engine/(database|jobs)/', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(kysely|pg|pg-boss)/' },
    },
    {
      name: 'only-routes-know-http',
      comment: 'HTTP belongs into a <feature>.routes.ts or into server/kit.',
      severity: 'error',
      from: {
        path: '^src',
        pathNot: [
          '\\.routes\\.ts$',
          '^src/server/kit/',
          '^src/server/composition/app\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'adapters-are-chosen-in-the-roots',
      comment: 'Only src/server/composition/engines.ts and the two main.ts choose adapters.',
      severity: 'error',
      from: {
        path: '^src',
        pathNot: [
          '^src/server/(composition/engines|main)\\.ts$',
          '^src/operator/',
          '\\.test\\.ts$',
          '^src/engine',
        ],
      },
      to: { path: '^src/engine/.*/choose\\.ts$' },
    },
    {
      name: 'web-sees-contract-only',
      comment: 'The client knows the server only by its contract.',
      severity: 'error',
      from: { path: web },
      to: { path: '^src/(server|engine|operator)|^test/' },
    },
    {
      name: 'ui-is-product-free',
      comment: 'A part of web/ui could ship in another product: pass what it needs as props.',
      severity: 'error',
      from: { path: '^src/web/ui' },
      to: { path: '^src/(contract|web/(features|shared|shell|routes|kit))' },
    },
    {
      name: 'web-kit-is-below-the-product',
      comment:
        'web/kit is transport, language, session and forms; product parts of several features stand in web/shared.',
      severity: 'error',
      from: { path: '^src/web/kit' },
      to: { path: '^src/web/(features|shared|shell|routes)' },
    },
    {
      name: 'shared-parts-know-no-page',
      comment: 'A part of web/shared serves several features and uses none of them.',
      severity: 'error',
      from: { path: '^src/web/shared' },
      to: { path: '^src/web/(features|shell|routes)' },
    },
    {
      name: 'web-features-stand-alone',
      comment: 'Features of the client are composed in routes and shells, never by each other.',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+/[^/]+)/' },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'server-ships-without-dev-packages',
      comment: 'What runs in production stands under dependencies.',
      severity: 'error',
      from: { path: '^src/(server|engine|operator|contract)', pathNot: '[.-]test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one concept or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that resolves to nothing fails only at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Declarations import nothing, and the parser takes them for programs.
    exclude: { path: '^(dist|data|tmp)/|\\.css$|\\.d\\.m?ts$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
