import { parseAst, Visitor, type ESTree, type Plugin } from 'vite'

/**
 * Writes `{ ...row, name }` of the server as `Object.assign({}, row, { name })`. The engine of Node 20 gives a copy that
 * begins with a spread a hidden class of its own for each property that is added to it: 20 properties more cost 20 to 70 µs
 * and 22 kB, of which the classes stay until the old part of the heap is collected, and nothing that reads such objects can
 * remember where a property lies. Node 24 does not; there this file may go.
 */
export function lowerSpreads(): Plugin {
  return { name: 'lower-spreads', renderChunk: (code) => ({ code: withoutSpreads(code), map: null }) }
}

/** The same program, letter for letter but for objects that begin with a spread and go on. */
export function withoutSpreads(code: string): string {
  const edits: Edit[] = []
  new Visitor({ ObjectExpression: (object) => void edits.push(...lower(object)) }).visit(parseAst(code))
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(code.slice(at, start), text)
    at = end
  }
  return [...parts, code.slice(at)].join('')
}

type Edit = { start: number; end: number; text: string }
const edit = (start: number, end: number, text: string): Edit => ({ start, end, text })

function lower({ properties, start, end }: ESTree.ObjectExpression): Edit[] {
  const isSpread = (at: number) => properties[at]?.type === 'SpreadElement'
  if (properties.length < 2 || !isSpread(0) || properties.some(isMoreThanAValue)) return []
  const inner = properties.flatMap((one, at) => {
    if (isSpread(at)) return [edit(one.start, one.start + '...'.length, '')]
    return [
      ...(isSpread(at - 1) ? [edit(one.start, one.start, '{')] : []),
      ...(at + 1 === properties.length || isSpread(at + 1) ? [edit(one.end, one.end, '}')] : []),
    ]
  })
  return [edit(start, start + 1, 'Object.assign({},'), ...inner, edit(end - 1, end, ')')]
}

/** A getter would be asked here and now, and `__proto__` is no property. */
function isMoreThanAValue(one: ESTree.ObjectPropertyKind): boolean {
  if (one.type === 'SpreadElement') return false
  const { kind, key } = one
  return kind !== 'init' || ('name' in key && key.name === '__proto__') || ('value' in key && key.value === '__proto__')
}
