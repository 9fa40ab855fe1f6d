import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../setup/root-folder.mjs'

const decisions = join(rootFolder, 'docs', 'decisions')
const gaps = '0001-specification-gaps.md'

/**
 * Sections that a test can name, in order: `7`, or `2.1` to `2.8` if it has subsections; `G20` for a gap; `0020` for
 * a decision. All but decisions need a test.
 */
export function readSections() {
  const pages = readdirSync(decisions).filter((name) => /^\d{4}-.+\.md$/.test(name) && name !== gaps)
  return [
    ...parseSpecification(readFileSync(join(rootFolder, 'docs', 'specification.md'), 'utf8')),
    ...parseGaps(readFileSync(join(decisions, gaps), 'utf8')),
    ...pages.toSorted().map((name) => parseDecision(readFileSync(join(decisions, name), 'utf8'))),
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

/** `- **G20** …` has no title, so its beginning is used. */
export function parseGaps(markdown) {
  return [...markdown.matchAll(/^- \*\*(G\d+)\*\* (.+)$/gm)].map(([, id, text]) => ({
    id,
    heading: shorten(text),
    text,
    needsTest: true,
  }))
}

function parseDecision(markdown) {
  const [, id, heading] = /^# (\d{4})(?: ·)? (.+)$/m.exec(markdown)
  return { id, heading, text: markdown, needsTest: false }
}

function shorten(text) {
  const plain = text.replaceAll(/[`*]/g, '')
  const end = plain.lastIndexOf(' ', 70)
  return plain.length <= 70 ? plain : `${plain.slice(0, end)} …`
}
