import {
  STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES as types,
  type StandardRPCJsonSerialized,
  StandardRPCJsonSerializer,
  type StandardRPCJsonSerializedMetaItem,
  StandardRPCSerializer,
} from '@orpc/client/standard'
import type { Context } from '@orpc/server'
import { StandardHandler, StandardRPCCodec, type StandardRPCHandler, StandardRPCMatcher } from '@orpc/server/standard'

/**
 * The library's JSON format at lower cost: `JSON.stringify` handles plain data, so only the paths of dates and list
 * gaps are collected. The library's serializer copies every value; it still handles everything else.
 */
export class PlainJsonSerializer extends StandardRPCJsonSerializer {
  override serialize(
    ...[data, ...inner]: Parameters<StandardRPCJsonSerializer['serialize']>
  ): StandardRPCJsonSerialized {
    const meta: StandardRPCJsonSerializedMetaItem[] = []
    // The library calls this method again for the parts of what it serializes itself.
    if (inner.length > 0 || !collectMeta(data, [], meta)) return super.serialize(data, ...inner)
    return [data, meta, [], []]
  }
}

/** `StandardRPCHandler` with this serializer. */
export function createRpcHandler<T extends Context>(
  ...[router, options]: ConstructorParameters<typeof StandardRPCHandler<T>>
): StandardHandler<T> {
  const codec = new StandardRPCCodec(new StandardRPCSerializer(new PlainJsonSerializer()))
  return new StandardHandler(router, new StandardRPCMatcher(), codec, options ?? {})
}

/** False for data that only the library can serialize. `path` is the same array for all values and is left as it was. */
function collectMeta(data: unknown, path: (string | number)[], meta: StandardRPCJsonSerializedMetaItem[]): boolean {
  if (typeof data === 'number') return !Number.isNaN(data)
  if (typeof data !== 'object' || data === null) return typeof data !== 'bigint'
  if (data instanceof Date) {
    meta.push([types.DATE, ...path])
    return true
  }
  if (Array.isArray(data)) {
    for (let at = 0; at < data.length; at += 1) {
      if (data[at] === undefined) meta.push([types.UNDEFINED, ...path, at])
      else if (!collectPart(data[at], at, path, meta)) return false
    }
    return true
  }
  const prototype: unknown = Object.getPrototypeOf(data)
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in data) return false
  const values = data as Readonly<Record<string, unknown>>
  // `Object.entries` makes a list for each field of each row.
  for (const key of Object.keys(values)) if (!collectPart(values[key], key, path, meta)) return false
  return true
}

function collectPart(
  part: unknown,
  at: string | number,
  path: (string | number)[],
  meta: StandardRPCJsonSerializedMetaItem[],
): boolean {
  if (typeof part === 'string') return true
  path.push(at)
  const isPlain = collectMeta(part, path, meta)
  path.pop()
  return isPlain
}
