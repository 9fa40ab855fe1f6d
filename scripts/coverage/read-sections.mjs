import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../setup/root-folder.mjs'

const docs = join(rootFolder, 'docs')
const decisions = join(docs, 'decisions')

/**
 * Sections that a test can name, in order: `7`, or `2.1` to `2.8` if it has subsections; `G20` for a gap; `0020` for
 * a decision. All but decisions need a test.
 */
export function readSections() {
  const pages = readdirSync(decisions).filter((name) => /^\d{4}-.+\.md$/.test(name))
  return [
    ...parseSpecification(readFileSync(join(docs, 'specification.md'), 'utf8')),
    ...parseGaps(readFileSync(join(docs, 'specification-gaps.md'), 'utf8')),
    ...pages.toSorted().map((name) => parseDecision(name, readFileSync(join(decisions, name), 'utf8'))),
  ]
}

/** `## 2. Screens` with `### Public` and `### Authentication` below it is 2.1 and 2.2, and no 2. */
export function parseSpecification(markdown) {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [, number, heading] = /^(\d+)\. (.+)/.exec(part)
      const [text, ...below] = part.split(/^### /m)
      if (below.length === 0) return [{ id: number, heading, text, needsTest: true }]
      return below.map((own, index) => ({
        id: `${number}.${index + 1}`,
        heading: `${heading}: ${own.split('\n', 1)[0]}`,
        text: own,
        needsTest: true,
      }))
    })
}

/** A row `| G20 | … |` has no title, so its beginning is used. */
export function parseGaps(markdown) {
  return [...markdown.matchAll(/^\| (G\d+) \| (.+) \|$/gm)].map(([, id, text]) => ({
    id,
    heading: shorten(text),
    text,
    needsTest: true,
  }))
}

/** The number of a decision is in its file name, the heading is its title. */
function parseDecision(name, markdown) {
  const [, heading] = /^# (.+)$/m.exec(markdown)
  return { id: name.slice(0, 4), heading, text: markdown, needsTest: false }
}

function shorten(text) {
  const plain = text.replaceAll(/[`*]/g, '')
  const end = plain.lastIndexOf(' ', 70)
  return plain.length <= 70 ? plain : `${plain.slice(0, end)} …`
}
