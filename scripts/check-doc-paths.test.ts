import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const named = /`((?:features|platform|apps|scripts|lab|packages|database|e2e|docs)\/[^`\s]+)`/g
/** Returns true if the path contains a placeholder. */
const isPattern = (path: string) => /[<>*…{}]|NNNN/.test(path)

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => path && existsSync(new URL(path, root)))

const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const withoutCode = (text: string) => text.replace(/^```[^]*?^```/gm, '')

/** Returns the anchors that GitHub gives to the headings of a document. */
function anchors(path: string): string[] {
  return [...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Returns the relative links of a document that lead to no file or no heading. */
function brokenLinks(document: string): string[] {
  const links = [...withoutCode(read(document)).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => {
    const url = new URL(link, new URL(document, root))
    const path = decodeURI(url.pathname).slice(root.pathname.length)
    if (!existsSync(new URL(path, root))) return true
    return url.hash !== '' && path.endsWith('.md') && !anchors(path).includes(decodeURI(url.hash.slice(1)))
  })
}

it.each(documents)('%s names files that exist', (document) => {
  const paths = [...read(document).matchAll(named)].map(([, path = '']) => path)
  expect(paths.filter((path) => !isPattern(path) && !existsSync(new URL(path, root)))).toEqual([])
})

it.each(documents)('%s links to files and headings that exist', (document) => {
  expect(brokenLinks(document)).toEqual([])
})
