import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const named = /`((?:features|platform|apps|scripts|lab|packages|database|e2e|docs)\/[^`\s]+)`/g
/** Returns true if the path contains a placeholder. */
const isPattern = (path: string) => /[<>*…{}]|NNNN/.test(path)

const documents = [
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'lab/README.md',
  'packages/firestore-export/README.md',
  ...listed('docs'),
  ...listed('docs/decisions'),
]

function listed(folder: string): string[] {
  return readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}

it.each(documents)('%s names files that exist', (document) => {
  const paths = [...readFileSync(new URL(document, root), 'utf8').matchAll(named)].map(([, path = '']) => path)
  expect(paths.filter((path) => !isPattern(path) && !existsSync(new URL(path, root)))).toEqual([])
})
