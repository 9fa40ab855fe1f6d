import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import { instant, instantsOf } from './checked-answers'

type Written = ReturnType<StandardRPCJsonSerializer['serialize']>
type Meta = Written[1]
type Place = Meta[number][number][]

/**
 * The console's protocol, for what nearly all answers are: texts, numbers and instants in plain objects and lists. Nothing
 * is copied then, as JSON itself writes an instant the same way; it is only told where they are. All else goes the
 * library's way, which asks of each value for eight kinds and makes it anew.
 */
export class AnswerWriter extends StandardRPCJsonSerializer {
  override serialize(...asked: Parameters<StandardRPCJsonSerializer['serialize']>): Written {
    const [data, ...within] = asked
    const known = within.length === 0 ? instantsOf(data) : undefined
    if (known) return [data, known, [], []]
    const meta: Meta = []
    if (within.length > 0 || !findInstants(data, [], meta)) return super.serialize(...asked)
    return [data, meta, [], []]
  }
}

/** False for what JSON alone would not carry. */
function findInstants(value: unknown, place: Place, found: Meta): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return !Number.isNaN(value)
  if (typeof value !== 'object') return false
  if (value instanceof Date) return found.push([instant, ...place]) > 0
  const kind: unknown = Object.getPrototypeOf(value)
  if (Array.isArray(value)) return kind === Array.prototype && isListPlain(value, place, found)
  return (kind === Object.prototype || kind === null) && isObjectPlain(value, place, found)
}

function isListPlain(list: readonly unknown[], place: Place, found: Meta): boolean {
  for (let index = 0; index < list.length; index += 1) {
    place.push(index)
    if (!findInstants(list[index], place, found)) return false
    place.pop()
  }
  return true
}

function isObjectPlain(object: object, place: Place, found: Meta): boolean {
  for (const name of Object.keys(object)) {
    const value: unknown = Reflect.get(object, name)
    // Left out, as by the library.
    if (value === undefined) continue
    if (name === 'toJSON' || name === '__proto__') return false
    place.push(name)
    if (!findInstants(value, place, found)) return false
    place.pop()
  }
  return true
}
