import { isCode, isGenerated, isTest } from './source-file'
import type { SourceFile, Violation } from './source-file'

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const forbidden = /^((.+-)?(utils?|helpers?|common|misc|manager)|types|data|hooks)$/
/** Names that GitHub and readers look for. */
const spelledOtherwise = /^(README|CONTRIBUTING|SECURITY|LICENSE|CHANGELOG|CODE_OF_CONDUCT)(\.md)?$/

/** The closed vocabulary: what a folder may hold. The first pattern that matches the folder decides. */
const folders: [folder: RegExp, names: RegExp, says: string][] = [
  [/^features$/, /^(api|reasons)\.ts$/, 'api.ts, reasons.ts'],
  [/^features\/.+\/testing$/, /-factory\.ts$/, '*-factory.ts'],
  [
    /^features\/.+\/console(\/.+)?$/,
    /^([^.]+\.ts|use-[a-z0-9-]+\.tsx|.+\.module\.css|.+-(page|column|form|field|dialog|section|widget|panel|card|view|list|table|sheet|filter|skeleton|tile|step|total|menu|badge|chart|layout|provider|banner|row|copy|notice|button|guard|gate|link|text|dashboard|tab|pill|icon|mark|hero|header|footer|toolbar|picker|feed|item|group|alert|guide)s?\.tsx?)$/,
    'components named after what they are (-page, -columns, -form, -dialog, -section, -widget …)',
  ],
  [/^features\/.+\/server(\/.+)?$/, /^([^.]+\.ts|.+-emails?\.tsx)$/, 'verbs, stores, routers, tables, emails'],
  [
    /^features\/[^/]+(\/[^/]+)?$/,
    /^([a-z0-9-]+-)?(contract|refusals|rules|permissions)\.ts$/,
    'contract.ts, refusals.ts, rules.ts, permissions.ts, and the same of one part: <part>-rules.ts',
  ],
]

/** Folders that a feature with parts may have beside them. */
const besideRooms = ['list', 'sheet', 'actions', 'reading', 'detail', 'export', 'documents', 'aggregates']

export function checkNames(files: SourceFile[]): Violation[] {
  return [...checkEachName(files), ...checkRooms(files)]
}

/** If one part of a feature has its own folder with rules, server and console, each other part has one. */
function checkRooms(files: SourceFile[]): Violation[] {
  const roomy = new Set(
    files.flatMap(({ path }) => /^features\/([^/]+)\/[^/]+\/(?:server|console)\//.exec(path)?.[1] ?? []),
  )
  return files.flatMap(({ path }) => {
    const [, feature = '', side, folder = ''] = /^features\/([^/]+)\/(server|console)\/([^/]+)\//.exec(path) ?? []
    if (!roomy.has(feature) || besideRooms.includes(folder)) return []
    return [{ path, rule: 'names', message: `${folder} is a room: features/${feature}/${folder}/${side}` }]
  })
}

function checkEachName(files: SourceFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const message = isGenerated(path) ? undefined : refuseName(path)
    return message ? [{ path, rule: 'names', message }] : []
  })
}

function refuseName(path: string) {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  const bases = [...parts.slice(0, -1), name.replace(/\..*$/, '')].filter(
    (part) => part !== '' && !part.startsWith('.'),
  )
  const bad = bases.find((base) => forbidden.test(base))
  if (bad) return `"${bad}" says nothing: name the file after its main export`
  if (isRoute(path) || path.startsWith('.github/') || name.startsWith('.') || spelledOtherwise.test(name))
    return undefined
  const crooked = bases.find((base) => !kebab.test(base))
  if (crooked) return `"${crooked}" isn’t kebab-case`
  if (
    /^index\.tsx?$/.test(name) &&
    !/^(features\/.+\/server|platform\/server|packages\/[^/]+\/src)\/index\.ts$/.test(path)
  )
    return 'no barrels: only server/index.ts of a feature or the platform, and src/index.ts of a package'
  return refuseInFolder(parts.slice(0, -1).join('/'), path, name)
}

function refuseInFolder(folder: string, path: string, name: string) {
  if (isTest(path) || !(isCode(path) || path.endsWith('.css'))) return undefined
  const rule = folders.find(([pattern]) => pattern.test(folder))
  if (!rule || rule[1].test(name)) return undefined
  return `${folder} holds ${rule[2]}`
}

const isRoute = (path: string) => path.startsWith('apps/console/src/routes/')
