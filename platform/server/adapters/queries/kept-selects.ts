import { PgSelectBase } from 'drizzle-orm/pg-core'
import { isDeepStrictEqual } from 'node:util'
import { Shapes } from '../../reading/shapes'
import { replaceMethod } from './replace-method'
import { rowReader, type Field, type Joins } from './row-reader'
import { walkSelect, type SelectConfig } from './select-shape'

/**
 * A select is written once per shape. What the library does for each call – order its columns, write its text, find out
 * how rows are read – is kept for all that differ in their values only, and a call fills those in. Where a select has
 * something that is not known here, or no shape that is kept yet, it goes the library's way.
 */
export function keepSelects(): void {
  replaceMethod(PgSelectBase.prototype, '_prepare', (slowly: Prepare) => {
    return function (this: Select, name) {
      const path = shapes.begin()
      walkSelect(this.config, path)
      if (path.isStrange) return slowly.call(this, name)
      const { kept, values } = path
      if (kept === undefined) {
        const prepared = slowly.call(this, name)
        const { sql: text, params } = prepared.getQuery()
        // Whatever this file may have overlooked shows here, and is left to the library for good.
        path.keep(isDeepStrictEqual(params, values) ? keep(text, prepared.fields, this.joinsNotNullableMap) : null)
        return prepared
      }
      if (kept === null) return slowly.call(this, name)
      const query = { sql: kept.text, params: values }
      const prepared = this.session.prepareQuery(query, kept.fields, name, true, kept.read, undefined, this.cacheConfig)
      prepared.joinsNotNullableMap = this.joinsNotNullableMap
      return prepared.setToken(this.authToken)
    }
  })
}

/** More places than all selects of the product have; a text of thousands of values is of one call. */
const most = { places: 100_000, textLength: 8_000 }
const shapes = new Shapes<Kept | null>(most.places)

interface Kept {
  text: string
  /** Their number and names; how each is read is known by `read`. */
  fields: Pick<Field, 'path'>[]
  read: (rows: unknown[][]) => unknown[]
}

/** As in the library, which does not tell its types. */
interface Select {
  config: SelectConfig
  session: { prepareQuery: (query: Query, ...asked: unknown[]) => Prepared }
  joinsNotNullableMap: Joins
  authToken: unknown
  cacheConfig: unknown
}
interface Query {
  sql: string
  params: unknown[]
}
interface Prepared {
  fields: Field[]
  joinsNotNullableMap: Joins
  getQuery(): Query
  setToken(token: unknown): Prepared
}
type Prepare = (this: Select, name: unknown) => Prepared

/** Null where it is not worth it, and where rows are read in a way that only the library knows. */
function keep(text: string, fields: readonly Field[], joins: Joins): Kept | null {
  if (text.length > most.textLength || fields.some(({ path }) => path.length > 2)) return null
  const read = rowReader(fields, joins)
  return { text, fields: fields.map(({ path }) => ({ path })), read: (rows) => rows.map(read) }
}
