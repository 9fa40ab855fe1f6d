import { isTest, withoutComments } from './source-file'
import type { SourceFile, Violation } from './source-file'
import { unscoped } from './unscoped'
import { findFeature, isForTests } from './zones'

const minting: Record<string, RegExp> = {
  'features/sessions/server/merchant-scope.ts': /\bas (EveryMerchant|SeveralMerchants|OneMerchant|MerchantScope)\b/,
  'platform/server/transaction.ts': /\bas Locked\b/,
}

/**
 * Checks access rules that the compiler cannot: scopes made by a cast, queries without a scope, writes to another
 * feature's table.
 */
export function checkScopes(files: SourceFile[]): Violation[] {
  const own = files.filter(({ path }) => /^(features|platform|apps)\/.+\.ts$/.test(path) && !isForTests(path))
  return [...own.flatMap(refuseCasts), ...refuseUnscoped(own), ...refuseForeignWrites(own)]
}

function refuseCasts({ path, text }: SourceFile): Violation[] {
  return Object.entries(minting)
    .filter(([owner, pattern]) => path !== owner && pattern.test(withoutComments(text)))
    .map(([owner]) => ({ path, rule: 'scopes', message: `only ${owner} makes one; a cast forges it` }))
}

const ownedTable = /^export const (\w+) = pgTable\((?:(?!^\}?\)).)*\bmerchantId\b/gms

/** Parameters that name a scope, or a row that was locked in one. */
const proves = /\b(\w*Scope|OneMerchant|Locked)\b/

/** `unscoped` names those that may, with their reasons; what it names without need is refused, so that it only shrinks. */
function refuseUnscoped(files: SourceFile[]) {
  const tables = new Set(
    files.flatMap(({ path, text }) => (path.endsWith('/tables.ts') ? namesIn(text, ownedTable) : [])),
  )
  const stores = files.filter(({ path }) => /^features\/.+\/server\/.+-store\.ts$/.test(path) && !isTest(path))
  const found = stores.flatMap(({ path, text }) =>
    findUnscoped(withoutComments(text), tables).map((name) => ({ path, name })),
  )
  const excused = Object.values(unscoped).flatMap((byPath) =>
    Object.entries(byPath).flatMap(([path, names]) => names.map((name) => ({ path, name }))),
  )
  const isIn = (list: Place[], { path, name }: Place) => list.some((one) => one.path === path && one.name === name)
  const refused = found
    .filter((one) => !isIn(excused, one))
    .map(({ path, name }) => ({ path, rule: 'scopes', message: `${name} reaches merchants' rows without a scope` }))
  const needless = excused
    .filter((one) => files.some(({ path }) => path === one.path) && !isIn(found, one))
    .map(({ path, name }) => ({
      path,
      rule: 'scopes',
      message: `${name} needs no exception: take it out of unscoped.ts`,
    }))
  return [...refused, ...needless]
}

type Place = { path: string; name: string }

interface Routine {
  name: string
  isExported: boolean
  parameters: string
  words: Set<string>
}

/** Exported functions that reach one of the tables, themselves or through others of their file, and prove nothing. */
function findUnscoped(text: string, everywhere: ReadonlySet<string>): string[] {
  const renamed = [...text.matchAll(/\b(\w+) as (\w+)\b/g)].filter(([, table = '']) => everywhere.has(table))
  const tables = new Set([...everywhere, ...renamed.map(([, , alias = '']) => alias)])
  const routines = new Map(routinesOf(text).map((routine) => [routine.name, routine]))
  const reaches = ({ name, words }: Routine, seen: ReadonlySet<string>): boolean =>
    [...words].some((word) => {
      const other = seen.has(word) ? undefined : routines.get(word)
      return tables.has(word) || (other !== undefined && reaches(other, new Set([...seen, name, word])))
    })
  return [...routines.values()]
    .filter((routine) => routine.isExported && !proves.test(routine.parameters) && reaches(routine, new Set()))
    .map(({ name }) => name)
}

const beginning = /^(export )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?=[(<]|preparedRead\())/gm

function routinesOf(text: string): Routine[] {
  return [...text.matchAll(beginning)].map((match) => {
    const after = text.slice(match.index + match[0].length)
    const own = after.slice(0, /^(export|async|function|const|type|import)\b/m.exec(after)?.index)
    const parameters = parametersOf(own)
    const body = own.startsWith('preparedRead') ? own : own.slice(own.indexOf(parameters) + parameters.length)
    return {
      name: match[2] ?? match[3] ?? '',
      isExported: match[1] !== undefined,
      parameters,
      // Neither columns of an answer nor properties of a row are tables.
      words: new Set([...body.matchAll(/(?<!\.)\b\w+\b(?!\s*:)/g)].map(([word]) => word)),
    }
  })
}

function parametersOf(text: string) {
  const start = text.indexOf('(')
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(start, at + 1)
  }
  return text.slice(start)
}

const importedTables = /import (?:\{([^}]+)\}|\* as (\w+)) from '@quaff\/features\/([a-z-]+)\/tables'/g
const tableName = /\bpgTable\(\s*'(\w+)'/g
const statement = String.raw`\b(?:insert\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?`
/**
 * Writes through the query builder, a function that receives the table, or SQL with the table as a variable or by
 * name.
 */
const writing = new RegExp(String.raw`(?:\.(?:insert|update|delete)\(\s*|\btable:\s*|${statement}\$\{\s*)(\w+)`, 'gi')
const writingByName = new RegExp(String.raw`${statement}"?(\w+)`, 'gi')

/** Each table has one writing feature: others call its verbs. */
function refuseForeignWrites(files: SourceFile[]): Violation[] {
  const named = files
    .filter(({ path }) => path.endsWith('/tables.ts'))
    .flatMap(({ path, text }) => namesIn(text, tableName).map((name) => [name, findFeature(path)] as const))
  return files.flatMap(({ path, text }) => {
    const code = withoutComments(text)
    const written = [
      ...foundIn(code, writing, importedIn(text)),
      ...foundIn(code, writingByName, new Map(named)),
    ].filter(([, owner]) => owner !== findFeature(path))
    return [...new Map(written)].map(([table, owner]) => ({
      path,
      rule: 'owners',
      message: `only ${owner} may write ${table}`,
    }))
  })
}

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

function foundIn(code: string, pattern: RegExp, owners: ReadonlyMap<string, string | undefined>) {
  return namesIn(code, pattern).flatMap((name) => {
    const owner = owners.get(name)
    return owner === undefined ? [] : [[name, owner] as const]
  })
}

/** Maps the local names of imported tables, including aliases, to the owning feature. */
function importedIn(text: string) {
  return new Map(
    [...text.matchAll(importedTables)].flatMap(([, names, all = '', feature = '']) =>
      (names?.split(',') ?? [all]).map((name) => [name.trim().replace(/^.+ as /, ''), feature]),
    ),
  )
}
