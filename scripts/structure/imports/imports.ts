import { posix } from 'node:path'
import { withoutComments } from '../source-file'

export interface Import {
  specifier: string
  /** Path in the repository without extension, or undefined for a package. */
  target: string | undefined
  /** `import type`: erased by the compiler, so nothing is loaded. */
  typeOnly: boolean
}

const specifierPattern =
  /(?:\b(?:import|export)\s+(type\s)?[^'";=]*?\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"\n]+)\2/g

export function findImports(path: string, text: string): Import[] {
  return [...withoutComments(text).matchAll(specifierPattern)].map((match) => {
    const specifier = (match[3] ?? '').replace(/\?.*$/, '')
    return { specifier, target: resolve(path, specifier), typeOnly: match[1] !== undefined }
  })
}

function resolve(path: string, specifier: string) {
  const clean = specifier.replace(/\.(ts|tsx|js|mjs)$/, '')
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), clean))
  if (!specifier.startsWith('@quaff/')) return undefined
  const [, name, entry] = /^@quaff\/(client|firestore-export)(?:\/(.+))?$/.exec(clean) ?? []
  if (name) return `packages/${name}/${sourceOf(name, entry)}`
  const inside = clean.slice('@quaff/'.length)
  return inside.replace(/^(features\/.+)\/tables$/, '$1/server/tables')
}

/** The exports maps of `packages/`: tests have a folder beside the sources. */
function sourceOf(name: string, entry = 'index') {
  if (entry.startsWith('testing/')) return entry
  const own = name === 'client' ? 'client' : 'index'
  return `src/${entry.replace(/^source(?:\/|$)/, '') || own}`
}
