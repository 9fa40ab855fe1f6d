import { parseSync } from 'vite'
import { isCode, isGenerated, withoutComments, type SourceFile, type Violation } from '../structure/source-file'

/** Wording that ordinary technical English does not use, with what to write instead. */
const dialect: { pattern: RegExp; instead: string }[] = [
  { pattern: /\b(whoever|whomever|whosoever)\b/i, instead: 'anyone who, or name the role' },
  { pattern: /\b(some|any|no)body\b/i, instead: 'the role, someone, anyone or no one' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmeanwhile\b/i, instead: 'in the meantime, or the event' },
  { pattern: /\bstands?\b(?! for\b)/, instead: 'is, or exists' },
  { pattern: /\b(is|are|was|were) told\b|\bt(ells?|old) of\b/i, instead: 'receives, sees, is notified' },
  { pattern: /\b(come|comes|came|coming) over\b/i, instead: 'is imported' },
  { pattern: /\baside\b/i, instead: 'skipped, or unmatched for payments' },
  { pattern: /\bto be had\b/i, instead: 'available' },
]

/** A comment that begins like this is a fragment without a subject and a verb. */
const fragment = /^(What|Whether|Of|With|For|Whose|Which|Who|Where|As|Those|That) /
const longestComment = 3

/** Words of names that have a standard term, with that term. */
const names: { pattern: RegExp; instead: string }[] = [
  { pattern: /(^f|F)acts?(?=$|[A-Z])/, instead: 'details, context or options' },
  { pattern: /(^d|D)eeds?(?=$|[A-Z])/, instead: 'action' },
  { pattern: /(^d|D)oors?(?=$|[A-Z])/, instead: 'endpoint' },
  { pattern: /(^l|L)eavers?(?=$|[A-Z])/, instead: 'churn' },
  { pattern: /(^s|S)poiled(?=$|[A-Z])/, instead: 'malformed' },
  { pattern: /(^a|A)sker(?=$|[A-Z])/, instead: 'caller' },
  { pattern: /(^|[a-z])Looks?(?=$|[A-Z])/, instead: 'meta, style or view' },
  { pattern: /(^|[a-z])(Whoever|Anew|Meanwhile)(?=$|[A-Z])/, instead: 'a plain term' },
]

/** Names that are stored or sent, and so stay. */
const keptNames = new Set(['facts', 'refundFacts', 'invoiceFacts', 'subscriptionFacts', 'door'])

const isDocument = (path: string) => path.endsWith('.md') && path !== 'docs/specification.md'

/** Refuses private words and fragments in comments, names and documents, and comments that are too long. */
export function checkDialect(files: SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    if (file.path.startsWith('scripts/wording/') || isGenerated(file.path)) return []
    if (isDocument(file.path)) return refuse(file.path, [plainText(file.text)])
    if (!isCode(file.path)) return []
    return [...refuseComments(file), ...refuseNames(file)]
  })
}

/** Without code, which may hold stored words. */
const plainText = (text: string) =>
  text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')

function refuse(path: string, texts: string[]) {
  return texts.flatMap((text) =>
    dialect.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(text)
      return found ? [violation(path, `“${around(text, found.index)}”: write ${instead}`)] : []
    }),
  )
}

const around = (text: string, at: number) =>
  text
    .slice(Math.max(0, at - 20), at + 30)
    .replace(/\s+/g, ' ')
    .trim()

const violation = (path: string, message: string): Violation => ({ path, rule: 'dialect', message })

/** Cheap: files without a suspicious comment are not parsed. */
const mayBreak = (text: string) =>
  dialect.some(({ pattern }) => pattern.test(text)) ||
  /(\/\*\*|\/\/|^\s*\*) (What|Whether|Of|With|For|Whose|Which|Who|Where|As|Those|That) /m.test(text) ||
  /(^[ \t]*(\*|\/\/).*\n){4}/m.test(text)

function refuseComments({ path, text }: SourceFile) {
  if (!mayBreak(text)) return []
  return joinLines(parseSync(path, text).comments, text).flatMap((comment) => {
    const lines = comment
      .split('\n')
      .map((line) => line.replace(/^\s*\*?\s?/, '').trim())
      .filter(Boolean)
    const plain = plainText(lines.join('\n'))
    const messages = fragment.test(lines[0] ?? '') ? [`“${lines[0]}”: begin with a verb or a subject`] : []
    if (lines.length > longestComment && !/^@\w+|oxlint-/m.test(lines.join('\n')))
      messages.push(`“${lines[0]}”: has more than ${longestComment} lines and no docstring tag`)
    return [...messages.map((message) => violation(path, message)), ...refuse(path, [plain])]
  })
}

/** Comments of one line each that follow each other are one comment. */
function joinLines(comments: { type: string; value: string; start: number; end: number }[], text: string) {
  const joined: string[] = []
  let end = -1
  for (const { type, value, start, end: to } of comments) {
    const follows = type === 'Line' && end >= 0 && /^\r?\n[ \t]*$/.test(text.slice(end, start))
    if (follows) joined.push(`${joined.pop()}\n${value}`)
    else joined.push(value)
    end = type === 'Line' ? to : -1
  }
  return joined
}

function refuseNames({ path, text }: SourceFile) {
  const declared = withoutComments(text).matchAll(/\b(?:const|let|function|class|type|interface|enum) (\w+)/g)
  return [...new Set([...declared].map(([, name = '']) => name))].flatMap((name) =>
    keptNames.has(name)
      ? []
      : names.flatMap(({ pattern, instead }) =>
          pattern.test(name) ? [violation(path, `the name ${name}: use ${instead}`)] : [],
        ),
  )
}
