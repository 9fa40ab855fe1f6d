import { parseSync, Visitor } from 'vite'
import { isTest } from './source-file'
import type { SourceFile, Violation } from './source-file'
import { isForTests } from './zones'

type Range = { start: number; end: number }
type Node = Range & { type: string; [key: string]: unknown }

const typed =
  /^(\w*[nN]ame(Of)?|venue|wantedVenue|merchant|plan|who|inviter|formerOwner|by|\w+By|actorOf|updaterOf|query|note|reason|\w+Reason|city|sourceTag)$/
/** Names from our own lists: `product.name`, and all of some files. */
const ours = /^(product|classes|slug)$|^(month|period)Name$|^(shortestPerson|payout)Name$/
const oursIn =
  /^(features\/(locations\/((hours-)?rules\.ts|console\/hours-field\.tsx)|marketing\/|read-api\/|settings\/(rules|console\/mails-tab))|platform\/(server\/(router|list)|shared\/fields|console\/(frame\/sidebar|list\/load-more))|apps\/console\/src\/public\/)/

/** Texts for people: screens, emails, and the sentences that rules and servers build for both. */
const covers = (path: string) =>
  /^(features|platform|apps\/console\/src)\/.+\.tsx?$/.test(path) &&
  !/\/adapters\//.test(path) &&
  !oursIn.test(path) &&
  !isTest(path) &&
  !isForTests(path)

export function checkIsolation(files: SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) =>
    covers(path)
      ? findBareNames(path, text).map(({ start, end }) => ({
          path,
          rule: 'isolation',
          message: `${text.slice(start, end)} stands beside other words: isolated(…) keeps a name in Arabic or Hebrew from turning them`,
        }))
      : [],
  )
}

/** Returns typed names that share a line with other words. */
function findBareNames(path: string, source: string): Range[] {
  const found: Range[] = []
  const tagged = new Set<unknown>()
  /** Read by programs, or aloud. */
  const code: Range[] = []
  const judge = (node: Node) => {
    if (isTypedName(node)) found.push({ start: node.start, end: node.end })
  }
  // An email has no style that isolates an element, so a name in bold is none.
  const alone = path.endsWith('-emails.tsx') ? 0 : 1
  const children = (node: { children: unknown }) => {
    const shown = (node.children as Node[]).filter((child) => !isLayout(child))
    if (shown.length <= alone) return
    for (const child of shown) if (child.type === 'JSXExpressionContainer') judge(child['expression'] as Node)
  }
  const skip = ({ start, end }: Range) => {
    code.push({ start, end })
  }
  new Visitor({
    ThrowStatement: skip,
    JSXAttribute: (node) => {
      if (node.name.type === 'JSXIdentifier' && /^(aria-.*|className)$/.test(node.name.name)) skip(node)
    },
    MemberExpression: (node) => {
      if (node.object.type === 'TemplateLiteral') skip(node.object)
    },
    TaggedTemplateExpression: (node) => void tagged.add(node.quasi),
    TemplateLiteral: (node) => {
      const words = node.quasis.map(({ value }) => value.raw).join('')
      if (tagged.has(node) || words.includes('\n') || !/[\s“”’,]/.test(words)) return
      for (const expression of node.expressions) judge(expression as unknown as Node)
    },
    CallExpression: (node) => {
      const list = listOf(node)
      if (list && lists.test(source.slice(list.start, list.end))) found.push({ start: list.start, end: list.end })
    },
    JSXElement: children,
    JSXFragment: children,
  }).visit(parseSync(path, source).program)
  return found.filter(({ start }) => !code.some((range) => range.start <= start && start < range.end))
}

/** Names in a row: a name of the list, and the whole list where it says `isolated` nowhere. */
const lists = /^(?!.*\bisolated\b).*(\b\w*[nN]ames\b|\bvenues\b|=> (\w+\.)?\w*[nN]ame$|nameOf)/s

/** Returns what `list.join(', ')` and `inWords(list)` join. */
function listOf({ callee, arguments: [argument] }: { callee: unknown; arguments: readonly unknown[] }) {
  const called = callee as Node
  if (called['name'] === 'inWords') return argument as Node
  if (called.type !== 'MemberExpression' || (called['property'] as Node)['name'] !== 'join') return undefined
  return /^,\s/.test(String((argument as Node | undefined)?.['value'])) ? (called['object'] as Node) : undefined
}

const isLayout = (child: Node) => child.type === 'JSXText' && /^\s*\n\s*$/.test(String(child['value']))

function isTypedName(node: Node): boolean {
  const part = (key: string) => isTypedName(node[key] as Node)
  switch (node.type) {
    case 'Identifier':
      return typed.test(String(node['name'])) && !ours.test(String(node['name']))
    case 'MemberExpression': {
      const owner = node['object'] as Node
      return node['computed'] !== true && !ours.test(String(owner['name'])) && part('property')
    }
    case 'CallExpression':
      return (node['callee'] as Node)['name'] !== 'by' && part('callee')
    case 'LogicalExpression':
      return node['operator'] !== '&&' && (part('left') || part('right'))
    case 'ConditionalExpression':
      return part('consequent') || part('alternate')
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return part('expression')
    default:
      return false
  }
}
