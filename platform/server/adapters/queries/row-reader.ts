import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm'
import { NodePgSession } from 'drizzle-orm/node-postgres'
import { replaceMethod } from './replace-method'

/** Reads the rows of an answer as the library does, asking once for each column instead of once for each cell. */
export function readRowsQuickly(): void {
  replaceMethod(NodePgSession.prototype, 'prepareQuery', (prepare: Prepare) => {
    return function (this: unknown, ...asked: Asked): Prepared {
      const prepared = prepare.apply(this, asked)
      const [, fields, , , mapper] = asked
      if (!fields || mapper || fields.some(({ path }) => path.length > 2)) return prepared
      let read: ReturnType<typeof rowReader> | undefined
      // The library tells which joined rows are there only afterwards; what is prepared once is asked often.
      prepared.customResultMapper = (rows) => rows.map((read ??= rowReader(fields, prepared.joinsNotNullableMap)))
      return prepared
    }
  })
}

/** A column of an answer: where it goes in the row's object, one or two names deep. */
export interface Field {
  path: string[]
  field: unknown
}
/** Which joined tables have a row for certain; undefined where nothing is joined. */
export type Joins = Record<string, boolean> | undefined
interface Prepared {
  joinsNotNullableMap?: Joins
  customResultMapper?: (rows: unknown[][]) => unknown[]
}
type Asked = [query: unknown, fields: Field[] | undefined, name: unknown, isArray: unknown, mapper?: unknown]
type Prepare = (this: unknown, ...asked: Asked) => Prepared

interface Cell {
  name: string
  at: number
  /** Undefined where the value stays as it came. */
  decoder: Decoder | undefined
}
interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown
}
interface Group {
  name: string
  cells: Cell[]
  /** All its columns are of this table; undefined when they are not, or are no columns. */
  table: string | undefined
  /** Where this cell is null, the joined table has no row. */
  first: number | undefined
}

/** A function that makes an object of a row's cells. */
export function rowReader(fields: readonly Field[], joins: Joins): (row: readonly unknown[]) => unknown {
  const parts = partsOf(fields)
  return (row) => {
    const result: Record<string, unknown> = {}
    for (const part of parts) {
      if ('at' in part) result[part.name] = valueOf(part, row)
      else result[part.name] = isAbsent(part, row, joins) ? null : readGroup(part, row)
    }
    return result
  }
}

function partsOf(fields: readonly Field[]): (Cell | Group)[] {
  const parts = new Map<string, Cell | Group>()
  for (const [at, { path, field }] of fields.entries()) {
    const [name = '', inner] = path
    const cell = { name: inner ?? name, at, decoder: decoderOf(field) }
    const part = parts.get(name)
    if (inner === undefined) parts.set(name, cell)
    else if (part && 'cells' in part) addTo(part, cell, field)
    else parts.set(name, addTo({ name, cells: [], table: undefined, first: undefined }, cell, field))
  }
  return [...parts.values()]
}

/** As in the library, the first column tells whether a joined row is there; what is computed does not count. */
function addTo(group: Group, cell: Cell, field: unknown): Group {
  group.cells.push(cell)
  if (!is(field, Column)) return group
  const table = getTableName(field.table)
  if (group.first === undefined) Object.assign(group, { first: cell.at, table })
  else if (group.table !== table) group.table = undefined
  return group
}

const isAbsent = ({ table, first }: Group, row: readonly unknown[], joins: Joins) =>
  joins !== undefined && table !== undefined && first !== undefined && row[first] === null && !joins[table]

function readGroup({ cells }: Group, row: readonly unknown[]): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const cell of cells) result[cell.name] = valueOf(cell, row)
  return result
}

function valueOf({ at, decoder }: Cell, row: readonly unknown[]): unknown {
  const value = row[at]
  return value === null || decoder === undefined ? value : decoder.mapFromDriverValue(value)
}

const asItCame: unknown = Reflect.get(Column.prototype, 'mapFromDriverValue')

function decoderOf(field: unknown): Decoder | undefined {
  const decoder: Decoder = is(field, Column) ? field : Reflect.get(expressionOf(field), 'decoder')
  return decoder.mapFromDriverValue === asItCame ? undefined : decoder
}

function expressionOf(field: unknown): object {
  if (is(field, SQL)) return field
  return is(field, Subquery) ? field._.sql : Reflect.get(Object(field), 'sql')
}
