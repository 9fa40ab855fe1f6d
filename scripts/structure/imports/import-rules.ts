import { isCode, isGenerated } from '../source-file'
import type { SourceFile, Violation } from '../source-file'
import { findFeature, findZone, isForTests } from '../zones'
import type { Zone } from '../zones'
import { findImports } from './imports'
import type { Import } from './imports'

/** The import table: which zones each zone may reach. What crosses features is narrowed in `refuseAcrossFeatures`. */
const reachable = {
  'feature-shared': ['feature-shared', 'platform-shared'],
  'feature-server': [
    ...(['feature-shared', 'feature-server', 'feature-store'] as const),
    ...(['platform-shared', 'platform-server', 'package', 'package-values'] as const),
  ],
  'feature-store': [
    ...(['feature-shared', 'feature-server', 'feature-store'] as const),
    ...(['platform-shared', 'platform-server', 'package', 'package-values'] as const),
  ],
  'feature-console': ['feature-shared', 'feature-console', 'platform-shared', 'platform-console'],
  'feature-testing': [
    ...(['feature-shared', 'feature-server', 'feature-store', 'feature-testing'] as const),
    ...(['platform-shared', 'platform-server', 'platform-testing', 'package', 'package-testing'] as const),
  ],
  'platform-shared': ['platform-shared', 'package-values'],
  'platform-server': ['platform-shared', 'platform-server'],
  'platform-adapters': ['platform-shared', 'platform-server', 'platform-adapters'],
  'platform-console': ['platform-shared', 'platform-console'],
  'platform-testing': [
    ...(['platform-shared', 'platform-server', 'platform-adapters'] as const),
    ...(['platform-console', 'platform-testing', 'database'] as const),
  ],
  'app-console': ['app-console', 'feature-shared', 'feature-console', 'platform-shared', 'platform-console'],
  'app-server': [
    ...(['app-server', 'feature-shared', 'feature-server', 'feature-store', 'database'] as const),
    ...(['platform-shared', 'platform-server', 'platform-adapters', 'package'] as const),
  ],
  database: [
    ...(['database', 'feature-shared', 'feature-server', 'feature-store'] as const),
    ...(['platform-shared', 'platform-server', 'platform-adapters'] as const),
  ],
  e2e: ['e2e', 'feature-shared', 'platform-shared'],
  scripts: ['scripts'],
  lab: ['lab', 'scripts'],
  // A package does not depend on the product, so that it could be published alone.
  package: ['package', 'package-values'],
  'package-values': ['package-values'],
  'package-testing': ['package', 'package-values', 'package-testing'],
} satisfies Record<Zone, Zone[]>

const forTests: Zone[] = [
  ...(['platform-testing', 'feature-testing', 'platform-adapters', 'database', 'feature-store'] as const),
  ...(['package', 'package-testing'] as const),
]

const purePackages = /^(zod|@orpc\/contract|@date-fns\/tz|libphonenumber-js|@zxcvbn-ts)(\/|$)/
const interfacePackages = /^(@mantine|@tanstack|@tabler|react-dom(?!\/server)|@fontsource|@orpc\/tanstack-query)(\/|$)/
const serverPackages = /^(node:|hono|@hono|drizzle-orm|pg|@electric-sql|nodemailer|pino|@orpc\/server)(\/|$|[a-z])/
const queryBuilder = /^drizzle-orm(\/|$)/
const drivers = /^(pg|pg-query-stream|@electric-sql\/pglite|nodemailer|drizzle-orm\/(pglite|node-postgres))(\/|$)/

const publicSurface =
  /^@quaff\/(features\/(api|reasons|.+\/(([a-z0-9-]+-)?(contract|refusals|rules|permissions)|server|tables)|.+\/console\/.+-(page|widget)|.+\/testing\/.+-factory)|platform\/(server|(shared|server|console|testing)\/.+)|database\/.+|client\/source|firestore-export\/(source(\/values)?|testing\/.+))$/

export function checkImports(files: SourceFile[]): Violation[] {
  const paths = new Set(files.map(({ path }) => path))
  const tools = toolsOf(files)
  return files
    .filter(({ path }) => isCode(path) && !isGenerated(path))
    .flatMap((file) => [...checkFile(file), ...findLost(file, paths), ...findDetour(file, tools)])
}

/** Modules that server code imports from `@quaff/platform/server`. */
function toolsOf(files: readonly SourceFile[]): ReadonlySet<string> {
  const index = files.find(({ path }) => path === 'platform/server/index.ts')
  return new Set(
    findImports('', index?.text ?? '').map(({ specifier }) => specifier.replace(/^\.\//, '@quaff/platform/server/')),
  )
}

function findDetour({ path, text }: SourceFile, tools: ReadonlySet<string>): Violation[] {
  if (!/^(apps\/server\/src|features\/.+\/server)\//.test(path)) return []
  return findImports(path, text)
    .filter(({ specifier }) => tools.has(specifier))
    .map(({ specifier }) => ({ path, rule: 'imports', message: `${specifier}: import it from @quaff/platform/server` }))
}

/** The compiler does not check scripts: a broken import shows only when one runs. */
function findLost({ path, text }: SourceFile, paths: ReadonlySet<string>): Violation[] {
  if (!path.endsWith('.mjs')) return []
  return findImports(path, text)
    .filter(({ specifier }) => specifier.startsWith('.') && specifier.endsWith('.mjs'))
    .filter(({ target }) => !paths.has(`${target}.mjs`))
    .map(({ specifier }) => ({ path, rule: 'imports', message: `${specifier}: leads to no file` }))
}

function checkFile({ path, text }: SourceFile): Violation[] {
  return findImports(path, text).flatMap((one) => {
    const message = refuse(path, one)
    return message ? [{ path, rule: 'imports', message: `${one.specifier}: ${message}` }] : []
  })
}

function refuse(path: string, one: Import) {
  const zone = findZone(path)
  if (!zone) return undefined
  if (one.target === undefined) return isForTests(path) ? undefined : refusePackage(zone, one)
  if (one.specifier.startsWith('@quaff/') && !publicSurface.test(one.specifier))
    return 'deep import, not in the exports map'
  if (zone !== 'lab' && one.specifier.startsWith('.') && !isWithin(unitOf(path), one.target))
    return `relative import leaves ${unitOf(path)}`
  const target = findZone(one.target)
  if (!target) return undefined
  if (isForTests(path) && forTests.includes(target)) return undefined
  const allowed: readonly Zone[] = reachable[zone]
  if (!allowed.includes(target)) return `${zone} may not import ${target}`
  return refuseAcrossFeatures(path, zone, one)
}

function refuseAcrossFeatures(path: string, zone: Zone, { specifier, target = '' }: Import) {
  const own = findFeature(path)
  const other = findFeature(target)
  if (!other || !own) return undefined
  if (own === other) return specifier.startsWith('@quaff/') ? 'inside a feature imports are relative' : undefined
  if (isForTests(path)) return undefined
  if (zone === 'feature-shared' && target.endsWith('/permissions'))
    return 'shared files take only contract, refusals and rules of another feature'
  if (zone === 'feature-server' && target.endsWith('/tables'))
    return 'only stores and tables read the tables of another feature'
  if (zone === 'feature-console' && target.endsWith('-page'))
    return 'a page is for apps; another feature offers widgets'
  return undefined
}

function refusePackage(zone: Zone, { specifier: name, typeOnly }: Import) {
  if (zone === 'feature-shared' || zone === 'platform-shared') {
    return purePackages.test(name) ? undefined : 'shared files are pure: no such package'
  }
  if (zone === 'feature-console' || zone === 'platform-console' || zone === 'app-console') {
    return serverPackages.test(name) ? 'server package in the console' : undefined
  }
  if (zone === 'feature-server' || zone === 'feature-store' || zone === 'platform-server') {
    if (interfacePackages.test(name)) return 'interface package on the server'
    if (drivers.test(name) && !typeOnly) return 'outside I/O belongs to an adapter'
  }
  if (zone === 'package-values') return 'values are pure: no such package'
  if (zone === 'package' && interfacePackages.test(name)) return 'interface package in a package of the server'
  if (zone === 'feature-server' && queryBuilder.test(name)) return 'queries belong to the store'
  return undefined
}

/** Relative imports may not leave a unit; `features/api.ts` is above the features and combines their contracts. */
function unitOf(path: string) {
  const parts = path.split('/')
  const nested = parts[0] === 'apps' || parts[0] === 'packages' || (parts[0] === 'features' && parts.length > 2)
  return parts.slice(0, nested ? 2 : 1).join('/')
}

const isWithin = (unit: string, target: string) => target === unit || target.startsWith(`${unit}/`)
