import { safeParse, type $ZodObject, type $ZodRecord, type $ZodType, type $ZodTypes } from 'zod/v4/core'

/** Where a value lies in an answer: names and numbers from the top, after what the walk began with. */
export type Place = [beginning: number, ...path: (string | number)[]]

export type Reader = {
  /** Whether the schema would hand the value on as it is: nothing left out, put in or changed. False where that is not known. */
  accepts: (value: unknown) => boolean
  /** Adds the place of each instant to `found`; of what was accepted, and only where there can be one. */
  findInstants?: (value: unknown, place: Place, found: Place[]) => void
}

/** What the schema of an answer says, as one walk that makes nothing. */
export function compileAnswer(schema: $ZodType): Reader {
  const { def } = (schema as $ZodTypes)._zod
  if (def.checks?.length) return asTheLibrarySays(schema)
  switch (def.type) {
    case 'string':
      return 'format' in def ? asTheLibrarySays(schema) : { accepts: (value) => typeof value === 'string' }
    case 'number':
      return numberReader(schema, 'format' in def ? String(def.format) : undefined)
    case 'boolean':
      return { accepts: (value) => typeof value === 'boolean' }
    case 'date':
      return {
        accepts: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
        findInstants: (_value, place, found) => void found.push(place),
      }
    case 'enum':
    case 'literal':
      return valueReader(schema._zod.values)
    case 'nullable':
      return besides(null, compileAnswer(def.innerType))
    case 'optional':
      return besides(undefined, compileAnswer(def.innerType))
    case 'array':
      return listReader(compileAnswer(def.element))
    case 'record':
      return recordReader(schema, def)
    case 'object':
      return def.catchall && def.catchall._zod.def.type !== 'never'
        ? asTheLibrarySays(schema)
        : objectReader(Object.entries((def as $ZodObject['_zod']['def']).shape))
    default:
      return asTheLibrarySays(schema)
  }
}

/** For what is seldom asked, of what JSON carries. The library copies objects, so one that it has looked at is never the same. */
function asTheLibrarySays(schema: $ZodType): Reader {
  return {
    accepts: (value) => {
      const isWritten =
        value == null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
      if (!isWritten) return false
      const { success, data } = safeParse(schema, value)
      return success && data === value
    },
  }
}

function numberReader(schema: $ZodType, format: string | undefined): Reader {
  if (format === undefined) return { accepts: Number.isFinite }
  return format === 'safeint' ? { accepts: Number.isSafeInteger } : asTheLibrarySays(schema)
}

function valueReader(values: ReadonlySet<unknown> | undefined): Reader {
  return { accepts: (value) => values !== undefined && values.has(value) }
}

function besides(other: null | undefined, { accepts, findInstants }: Reader): Reader {
  return {
    accepts: (value) => value === other || accepts(value),
    findInstants:
      findInstants &&
      ((value, place, found) => {
        if (value !== other) findInstants(value, place, found)
      }),
  }
}

function listReader({ accepts, findInstants }: Reader): Reader {
  return {
    accepts: (value) => {
      if (!Array.isArray(value) || Object.getPrototypeOf(value) !== Array.prototype) return false
      // Holes as well, which `every` leaves out: in a list JSON has no word for what is undefined.
      for (let index = 0; index < value.length; index += 1)
        if (value[index] === undefined || !accepts(value[index])) return false
      return true
    },
    findInstants:
      findInstants &&
      ((value, place, found) => (value as unknown[]).forEach((one, at) => findInstants(one, [...place, at], found))),
  }
}

/** Of known names each has to be there, and no other; else any may. */
function recordReader(schema: $ZodType, { keyType, valueType }: $ZodRecord['_zod']['def']): Reader {
  const { values, def } = keyType._zod
  if (values) return objectReader([...values].map((name) => [String(name), valueType]))
  if (def.type !== 'string' || def.checks?.length || 'format' in def) return asTheLibrarySays(schema)
  const { accepts, findInstants } = compileAnswer(valueType)
  return {
    accepts: (value) =>
      isPlain(value) && Object.entries(value).every(([name, one]) => name !== '__proto__' && accepts(one)),
    findInstants:
      findInstants &&
      ((value, place, found) => {
        for (const [name, one] of Object.entries(value as object)) findInstants(one, [...place, name], found)
      }),
  }
}

function objectReader(shape: [string, $ZodType][]): Reader {
  const fields = shape.map(([name, schema]) => ({ name, ...compileAnswer(schema) }))
  const dated = fields.flatMap(({ name, findInstants }) => (findInstants ? [{ name, findInstants }] : []))
  return {
    accepts: (value) => {
      if (!isPlain(value)) return false
      let there = 0
      for (const { name, accepts } of fields) {
        const one = value[name]
        if (!accepts(one)) return false
        if (one !== undefined || Object.hasOwn(value, name)) there += 1
      }
      // Whatever else it has the library leaves out.
      for (const _name in value) there -= 1
      return there === 0
    },
    findInstants:
      dated.length === 0
        ? undefined
        : (value, place, found) => {
            for (const { name, findInstants } of dated)
              findInstants((value as Record<string, unknown>)[name], [...place, name], found)
          },
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const kind: unknown = Object.getPrototypeOf(value)
  return kind === Object.prototype || kind === null
}
