import { parseSync, Visitor } from 'vite'
import { isCode, isGenerated, type SourceFile, type Violation } from '../structure/source-file'
import { isForTests } from '../structure/zones'
import { bannedWording, keptTexts, longTexts, textLimit } from './banned-wording'

/** A text that people may read. `text` has each expression of a template or of JSX as `{…}`, `start` is its offset in the file. */
export interface Text {
  text: string
  start: number
  /** True for a template of several lines: an example of code, a document or a query. */
  isBlock: boolean
}

/** A text is two words or more beside its expressions: a letter on both sides of a blank. */
const isProse = (text: string) => /\p{L}\S*\s+\S*\p{L}/u.test(text.replaceAll('{…}', ' '))

/** Attributes that hold code for the browser or for tests. */
const codeAttributes =
  /^(className|classNames|style|d|viewBox|to|href|src|rel|type|name|id|key|data-.*|aria-(labelledby|describedby|controls))$/

/** Returns the texts of a TypeScript or JavaScript file in the order of the file. Throws a SyntaxError if it doesn't parse. */
export function readTexts(path: string, source: string): Text[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`)
  const texts: Text[] = []
  const code: { start: number; end: number }[] = []
  const skip = ({ start, end }: { start: number; end: number }) => code.push({ start, end })
  const add = (text: string, start: number, isBlock = false) => {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (isProse(plain)) texts.push({ text: plain, start, isBlock })
  }
  new Visitor({
    ImportDeclaration: skip,
    ExportAllDeclaration: skip,
    TSLiteralType: skip,
    TaggedTemplateExpression: (node) => skip(node.quasi),
    JSXAttribute: (node) => {
      if (node.name.type === 'JSXIdentifier' && codeAttributes.test(node.name.name)) skip(node)
    },
    Literal: (node) => {
      if (typeof node.value === 'string') add(node.value, node.start)
    },
    TemplateLiteral: (node) => {
      const text = node.quasis.map(({ value }) => value.cooked ?? value.raw).join('{…}')
      add(text, node.start, text.includes('\n'))
    },
    JSXElement: (node) => add(joinChildren(node.children), node.openingElement.end),
    JSXFragment: (node) => add(joinChildren(node.children), node.openingFragment.end),
  }).visit(program)
  return texts
    .filter(({ start }) => !code.some((range) => range.start <= start && start < range.end))
    .toSorted((a, b) => a.start - b.start)
}

type Children = { type: string; value?: unknown }[]

/** Returns the text directly in an element. Its expressions and child elements have their own entries. */
function joinChildren(children: Children) {
  if (!children.some((child) => child.type === 'JSXText' && String(child.value).trim() !== '')) return ''
  return children.map((child) => (child.type === 'JSXText' ? String(child.value) : '{…}')).join('')
}

const isProduct = (path: string) =>
  isCode(path) &&
  /^(apps|features|platform|database|packages)\//.test(path) &&
  !isGenerated(path) &&
  !isForTests(path) &&
  !path.endsWith('.config.ts')

/** A statement for the database, in a call that takes plain text. */
const isQuery = (text: string) => /^(select|insert into|update|delete from|with) /.test(text)

/** Cheap: most files hold no wording that could be refused, and those are not parsed. */
const mayBreak = (text: string) =>
  bannedWording.some(({ pattern }) => pattern.test(text)) || new RegExp(`[^'"\`<>\\n]{${textLimit}}`).test(text)

/** Refuses wording that the copy guide bans and overlong texts in user-facing strings. */
export function checkWording(files: SourceFile[]): Violation[] {
  return files.filter(({ path, text }) => isProduct(path) && mayBreak(text)).flatMap(checkFile)
}

function checkFile({ path, text: source }: SourceFile): Violation[] {
  const mayBeLong = Object.keys(longTexts).some((start) => path.startsWith(start))
  return readTexts(path, source).flatMap(({ text, isBlock }) => {
    if (Object.hasOwn(keptTexts, text) || isQuery(text)) return []
    const found = bannedWording.filter(({ pattern }) => pattern.test(text)).map(({ instead }) => `write ${instead}`)
    if (!mayBeLong && !isBlock && text.length > textLimit) found.push(`has more than ${textLimit} characters`)
    return found.map((message) => ({ path, rule: 'wording', message: `“${text}”: ${message}` }))
  })
}
