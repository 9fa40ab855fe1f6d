import { posix } from 'node:path'
import { findImports } from '../../structure/imports/imports'
import { isCode, isTest, type SourceFile } from '../../structure/source-file'

/** Files that affect every test without an import: set-ups, versions, the schema. */
const foundations = [
  /^(package-lock\.json|package\.json|vitest\.config\.ts|tsconfig.*\.json)$/,
  /^platform\/(console\/)?testing\/(console-setup|server-setup|fail-on-console-error)\.ts$/,
  /^database\/(migrations\/|drizzle\.config)/,
]
/** These read the repository itself instead of importing it. */
const readsAll = /^(scripts|lab)\/.*\.test\.(ts|mjs)$/
const barrel = /^features\/[^/]+\/server\/index$/
const reexport = /export \{([^}]*)\} from '([^']+)'/g
const matrix = /^apps\/server\/src\/(matrix|malformed-rest)\.test\.ts$/
/** Entry files that load the whole product, so importing one says nothing about the subject of a test. */
const entryFiles = /^apps\/(server\/src\/(router|callables|api)|console\/src\/route-tree\.gen)\.ts$/

export interface Touched {
  tests: string[]
  /** Routers whose rows of the matrix are to be tried; empty when it is not among the tests. */
  routers: string[]
}

/**
 * Returns the tests that load one of the `changed` files, directly or indirectly; types are ignored. Tests that load
 * the whole product count only if they name a changed feature.
 */
export function findTouchedTests(files: SourceFile[], changed: ReadonlySet<string>): Touched {
  const tests = files.map(({ path }) => path).filter((path) => isTest(path) && !path.startsWith('e2e/'))
  const graph = new ImportGraph(files)
  if ([...changed].some((path) => foundations.some((pattern) => pattern.test(path))))
    return { tests, routers: [...graph.routers().keys()] }
  const touched = graph.dependents(changed, isEntryFile)
  const routers = [...graph.routers()].filter(([, file]) => touched.has(file)).map(([key]) => key)
  const loadsWhole = graph.dependents([...touched].filter(isEntryFile))
  const names = namesOfFeatures(changed, routers)
  const isAboutIt = ({ path, text }: SourceFile) => !names || aboutAll.test(path) || names.test(text)
  const isChosen = (file: SourceFile) =>
    touched.has(file.path) || readsAll.test(file.path) || (loadsWhole.has(file.path) && isAboutIt(file))
  const chosen = files.filter((file) => tests.includes(file.path) && isChosen(file)).map(({ path }) => path)
  const isMatrixItself = [...changed].some((path) => path.startsWith('apps/server/src/testing/') || matrix.test(path))
  return { tests: chosen, routers: isMatrixItself ? [...graph.routers().keys()] : routers }
}

/** Loaded by every test with a database. */
const isEntryFile = (path: string) => entryFiles.test(path)
/** These go through every procedure. */
const aboutAll = /\/(matrix|malformed-rest|round-trip-budgets)\.test\.ts$/

/** Singular and plural, in each spelling; undefined when something changed that belongs to no feature. */
function namesOfFeatures(changed: ReadonlySet<string>, routers: readonly string[]): RegExp | undefined {
  const features = [...changed].map((path) => /^features\/([^/]+)\//.exec(path)?.[1])
  if (features.includes(undefined)) return undefined
  const words = [...features, ...routers].map((name = '') =>
    name.replace(/[A-Z]/g, '-$&').replace(/s$/, '').replaceAll('-', '[-_ ]?'),
  )
  return new RegExp(words.join('|'), 'i')
}

class ImportGraph {
  private readonly texts: Map<string, string>
  private readonly byTarget = new Map<string, string>()
  /** Per barrel: which file each name comes from. */
  private readonly reexports = new Map<string, Map<string, string>>()

  constructor(files: SourceFile[]) {
    this.texts = new Map(
      files.filter(({ path }) => isCode(path) || path.endsWith('.css')).map((file) => [file.path, file.text]),
    )
    for (const path of this.texts.keys()) {
      this.byTarget.set(path, path)
      this.byTarget.set(path.replace(/\.(ts|tsx|mjs)$/, ''), path)
      this.byTarget.set(path.replace(/\/index\.tsx?$/, ''), path)
    }
  }

  /** The changed files and everything that loads them; who loads an end is left out. */
  dependents(changed: Iterable<string>, isEnd: (path: string) => boolean = () => false): Set<string> {
    const importers = new Map<string, string[]>()
    for (const [path, text] of this.texts)
      for (const target of this.loadedBy(path, text)) importers.set(target, [...(importers.get(target) ?? []), path])
    const found = new Set(changed)
    const waiting = [...changed]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      for (const importer of isEnd(path) ? [] : (importers.get(path) ?? []))
        if (!found.has(importer)) {
          found.add(importer)
          waiting.push(importer)
        }
    return found
  }

  /** Key in the composed router to the file of that router. */
  routers(): Map<string, string> {
    const path = 'apps/server/src/router.ts'
    const text = this.texts.get(path) ?? ''
    const files = new Map<string, string>()
    for (const { specifier, target } of findImports(path, text))
      for (const name of target ? (importedNames(text, specifier) ?? []) : [])
        files.set(name, this.namesOf(`${target}/index`).get(name) ?? `${target}/index.ts`)
    const entries = [...text.matchAll(/^ {2}(\w+): (\w+)/gm)]
    return new Map(
      entries.flatMap(([, key = '', name = '']) => {
        const file = files.get(name)
        return file ? [[key, file] as const] : []
      }),
    )
  }

  private *loadedBy(path: string, text: string): Generator<string> {
    // A barrel loads what its router calls; an import from it counts as an import of the file that defines the name.
    const own = barrel.test(path.replace(/\.ts$/, '')) ? text.replace(reexport, '') : text
    for (const { specifier, target, typeOnly } of findImports(path, own)) {
      const file = typeOnly || target === undefined ? undefined : this.fileOf(target, specifier)
      if (file === undefined) continue
      const index = file.replace(/\.ts$/, '')
      if (!barrel.test(index) || path.startsWith(posix.dirname(file))) {
        yield file
        continue
      }
      const names = this.namesOf(index)
      const taken = importedNames(text, specifier)
      if (taken === undefined) yield* names.values()
      else for (const name of taken) yield names.get(name) ?? file
    }
  }

  private fileOf(target: string, specifier: string): string | undefined {
    return this.byTarget.get(target) ?? this.byTarget.get(`${target}.${specifier.split('.').at(-1) ?? ''}`)
  }

  private namesOf(index: string): Map<string, string> {
    const known = this.reexports.get(index)
    if (known) return known
    const names = new Map<string, string>()
    this.reexports.set(index, names)
    for (const [, list = '', from = ''] of (this.texts.get(`${index}.ts`) ?? '').matchAll(reexport)) {
      const file = this.byTarget.get(posix.normalize(posix.join(posix.dirname(index), from)))
      for (const name of namesIn(list)) if (file) names.set(name.as, file)
    }
    return names
  }
}

/** `undefined`: all of them, by a star or while running. */
function importedNames(text: string, specifier: string): string[] | undefined {
  const escaped = specifier.replaceAll('/', '\\/').replaceAll('.', '\\.')
  const lists = [...text.matchAll(new RegExp(`(?:import|export)\\s*\\{([^}]*)\\}\\s*from\\s*'${escaped}'`, 'g'))]
  if (lists.length === 0) return undefined
  return lists.flatMap(([, list = '']) => namesIn(list).map(({ name }) => name))
}

const namesIn = (list: string) =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => {
      const [name = '', as = name] = one.split(/\s+as\s+/)
      return { name, as }
    })
