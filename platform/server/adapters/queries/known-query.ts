import { Query, type CustomTypesConfig } from 'pg'

/** What a store asks. */
export interface Read {
  text: string
  rowMode?: string
  types?: CustomTypesConfig
}
export type Answer = (error: Error | null, result: unknown) => void

/** As in the library, which does not tell its types. */
interface Columns {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}
interface Answered extends Columns {
  _types: CustomTypesConfig | undefined
  parseRow: unknown
  _parseRowAsArray: unknown
}
interface Connection {
  describe(what: object): void
}
interface Own {
  _result: Answered
  _accumulateRows: boolean
  hasBeenParsed(connection: Connection): boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
}
const own = Query.prototype as unknown as Own

/** The columns of what each connection has prepared. */
const columnsOf = new WeakMap<Connection, Map<string, Columns>>()

/**
 * A read under a name, whose columns are asked for once on each connection and not with each answer: both sides would
 * write and read the same names and kinds again. The database refuses a prepared statement whose columns have changed.
 */
export class KnownQuery extends Query {
  readonly #kind: string
  #columns: Map<string, Columns> | undefined

  constructor(name: string, { text, rowMode, types }: Read, values: unknown[], callback: Answer) {
    // The library copies what it is handed, property by property, but for a text.
    super(text, values, callback as never)
    const { _result } = asOwn(this)
    Object.assign(this, { name, types, _rowMode: rowMode })
    _result._types = types
    const isList = rowMode === 'array'
    if (isList) Object.assign(_result, { rowAsArray: true, parseRow: _result._parseRowAsArray })
    // What reads a column's text comes with the query: the same text may be asked with readers of its own or the usual ones.
    this.#kind = `${isList ? 'list' : 'object'} ${types ? 'own' : 'usual'} ${name}`
  }

  prepare(connection: Connection): void {
    const query = asOwn(this)
    const columns = columnsOf.get(connection) ?? listenTo(connection)
    const known = query.hasBeenParsed(connection) ? columns.get(this.#kind) : undefined
    if (known) {
      Object.assign(query._result, known)
      query._accumulateRows = true
    }
    this.#columns = columns
    isKnown = known !== undefined
    try {
      own.prepare.call(query, connection)
    } finally {
      isKnown = false
    }
  }

  handleRowDescription(message: unknown): void {
    own.handleRowDescription.call(asOwn(this), message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = asOwn(this)._result
    this.#columns?.set(this.#kind, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

const asOwn = (query: KnownQuery) => query as unknown as Own

/** While a statement is sent whose columns are known. */
let isKnown = false

function listenTo(connection: Connection): Map<string, Columns> {
  const describe = connection.describe.bind(connection)
  connection.describe = (what) => {
    if (!isKnown) describe(what)
  }
  const columns = new Map<string, Columns>()
  columnsOf.set(connection, columns)
  return columns
}
