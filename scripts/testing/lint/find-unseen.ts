import { createHash } from 'node:crypto'
import { findImports } from '../../structure/imports/imports'
import { isCode, isGenerated, type SourceFile } from '../../structure/source-file'

/** Files that passed the linter: the hash of each, and of the shared configuration. */
export interface Seen {
  foundation: string
  files: Record<string, string>
}

/** Rules, versions, compiler options and types that no import shows. */
const isFoundation = ({ path, text }: SourceFile) =>
  /(^|\/)(\.oxlintrc\.json|package-lock\.json|tsconfig[^/]*\.json)$/.test(path) ||
  (isCode(path) && /^declare (module|global)\b/m.test(text))

/** Hashes of today's files, in the shape that is remembered once they are linted. */
export function describeFiles(files: SourceFile[]): Seen {
  const foundation = files.filter(isFoundation).map(({ path, text }) => `${path}\n${text}`)
  const linted = files.filter(({ path }) => isCode(path) && !isGenerated(path))
  return {
    foundation: hash(foundation.join('\n')),
    files: Object.fromEntries(linted.map(({ path, text }) => [path, hash(text)])),
  }
}

/**
 * The files to lint: those that changed, and those that import them in any number of steps, since some rules read
 * types. `undefined` means all.
 */
export function findUnseen(files: SourceFile[], now: Seen, seen: Seen | undefined): string[] | undefined {
  if (!seen || seen.foundation !== now.foundation) return undefined
  const paths = new Set([...Object.keys(now.files), ...Object.keys(seen.files)])
  const unseen = new Set([...paths].filter((path) => now.files[path] !== seen.files[path]))
  if (unseen.size === 0) return []
  const importers = findImporters(files)
  // A set is walked in the order of its growth: what is added here is visited as well.
  for (const path of unseen) for (const importer of importers.get(moduleOf(path)) ?? []) unseen.add(importer)
  return [...unseen].filter((path) => path in now.files)
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64')
const moduleOf = (path: string) => path.replace(/\.(ts|tsx|mjs)$/, '').replace(/\/index$/, '')

function findImporters(files: SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const { path, text } of files.filter((file) => isCode(file.path)))
    for (const { target } of findImports(path, text))
      if (target) importers.set(moduleOf(target), [...(importers.get(moduleOf(target)) ?? []), path])
  return importers
}
