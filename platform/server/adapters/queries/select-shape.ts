import {
  Column,
  getTableColumns,
  getTableName,
  is,
  Name,
  Param,
  Placeholder,
  SQL,
  StringChunk,
  Subquery,
  Table,
} from 'drizzle-orm'
import { PgSelectBase } from 'drizzle-orm/pg-core'
import { types } from 'node:util'
import type { ShapePath } from '../../reading/shapes'

/** As in the library, which does not tell its types. */
export interface SelectConfig {
  withList?: readonly unknown[]
  fields: object
  fieldsFlat?: unknown
  where?: unknown
  having?: unknown
  table: unknown
  limit?: unknown
  offset?: unknown
  joins?: readonly { on: unknown; table: unknown; joinType: string; lateral?: boolean }[]
  orderBy?: readonly unknown[]
  groupBy?: readonly unknown[]
  lockingClause?: unknown
  distinct?: unknown
  setOperators: readonly SetOperator[]
}
interface SetOperator {
  type: string
  isAll: boolean
  rightSelect: unknown
  orderBy?: readonly unknown[]
  limit?: unknown
  offset?: unknown
}
type Path = ShapePath<unknown>

/** What stands between texts, columns and tables, so that no two selects of different texts go the same way. */
const mark = {
  alone: 0,
  joined: 1,
  distinct: 2,
  group: 3,
  expression: 4,
  named: 5,
  selected: 6,
  from: 7,
  join: 8,
  lateral: 9,
  where: 10,
  groupBy: 11,
  having: 12,
  orderBy: 13,
  limit: 14,
  offset: 15,
  item: 16,
  end: 17,
  value: 18,
  name: 19,
  list: 20,
  bare: 21,
  part: 22,
  aliased: 23,
  all: 24,
} as const

/**
 * Goes through a select in the order of its text. Where two end at the same place they have the same text, and the same
 * columns that are read in the same way: values are left on the side, in the order of their numbers.
 */
export function walkSelect(config: SelectConfig, path: Path): void {
  const { withList, fieldsFlat, lockingClause, joins = [] } = config
  const isUnusual = withList?.length || fieldsFlat || lockingClause
  if (isUnusual || typeof config.distinct === 'object') path.isStrange = true
  if (path.isStrange) return
  const isAlone = joins.length === 0
  path.step(isAlone ? mark.alone : mark.joined)
  if (config.distinct) path.step(mark.distinct)
  walkFields(config.fields, isAlone, path)
  path.step(mark.from)
  walk(config.table, path)
  for (const join of joins) {
    path.step(mark.join)
    path.step(join.joinType)
    if (join.lateral) path.step(mark.lateral)
    walk(join.table, path)
    walkPart(mark.item, join.on, path)
  }
  walkPart(mark.where, config.where, path)
  walkItems(mark.groupBy, config.groupBy, path)
  walkPart(mark.having, config.having, path)
  walkItems(mark.orderBy, config.orderBy, path)
  walkPart(mark.limit, config.limit, path)
  walkPart(mark.offset, config.offset, path)
  for (const operator of config.setOperators) walkOperator(operator, path)
  path.step(mark.end)
}

/** Another select that is put together with what stands before it; the order is that of all their rows. */
function walkOperator({ type, isAll, rightSelect, orderBy = [], limit, offset }: SetOperator, path: Path): void {
  path.step(type)
  if (isAll) path.step(mark.all)
  walk(rightSelect, path)
  for (const item of orderBy) {
    path.step(mark.orderBy)
    if (is(item, SQL)) walkBare(item, true, path)
    else walk(item, path)
  }
  walkPart(mark.limit, limit, path)
  walkPart(mark.offset, offset, path)
}

function walkPart(begin: number, part: unknown, path: Path): void {
  if (part === undefined) return
  path.step(begin)
  walk(part, path)
}

function walkItems(begin: number, items: readonly unknown[] | undefined, path: Path): void {
  if (!items || items.length === 0) return
  path.step(begin)
  for (const item of items) {
    walk(item, path)
    path.step(mark.item)
  }
}

type FieldWalker = (field: never, isAlone: boolean, path: Path) => void
const fieldWalkers = new Map<unknown, FieldWalker>()

/** `isAlone`: with one table its columns are written without it, also those that stand in an expression themselves. */
function walkFields(fields: object, isAlone: boolean, path: Path): void {
  for (const name of Object.keys(fields)) {
    const field: object = Reflect.get(fields, name)
    const kind: unknown = Object.getPrototypeOf(field)
    const known = fieldWalkers.get(kind)
    const walker = known ?? fieldWalkerFor(field)
    if (!known) fieldWalkers.set(kind, walker)
    path.step(name)
    walker(field as never, isAlone, path)
  }
  path.step(mark.end)
}

function fieldWalkerFor(field: object): FieldWalker {
  if (is(field, Column)) return (column: Column, _, path) => walkColumn(column, path)
  if (is(field, SQL)) return walkExpression
  if (is(field, SQL.Aliased)) return walkNamed
  if (is(field, Subquery)) return (_, __, path) => walkStrange(field, path)
  if (is(field, Table)) return (table: Table, isAlone, path) => walkGroup(getTableColumns(table), isAlone, path)
  return walkGroup
}

function walkGroup(fields: object, isAlone: boolean, path: Path): void {
  path.step(mark.group)
  walkFields(fields, isAlone, path)
}

function walkNamed(field: SQL.Aliased, isAlone: boolean, path: Path): void {
  const isFromWithin = Reflect.get(field, 'isSelectionField') === true
  path.step(isFromWithin ? mark.selected : mark.named)
  path.step(field.fieldAlias)
  if (isFromWithin) path.step(readerOf(field.sql))
  else walkExpression(field.sql, isAlone, path)
}

function walkExpression(expression: SQL, isAlone: boolean, path: Path): void {
  path.step(mark.expression)
  path.step(readerOf(expression))
  walkBare(expression, isAlone, path)
}

/** Where a column that stands in it itself, not in a part of it, is written without its table. */
function walkBare(expression: SQL, isBare: boolean, path: Path): void {
  if (isInline(expression)) path.isStrange = true
  for (const chunk of expression.queryChunks) {
    if (isBare && is(chunk, Column)) path.step(mark.bare)
    walk(chunk, path)
  }
  path.step(mark.end)
}

const isInline = (pieces: SQL) => Reflect.get(pieces, 'shouldInlineParams') === true

/** The same function may have been put into an object of its own for each query. */
function readerOf(expression: SQL): object {
  const decoder: { mapFromDriverValue: object } = Reflect.get(expression, 'decoder')
  return Object.hasOwn(decoder, 'mapFromDriverValue') ? decoder.mapFromDriverValue : decoder
}

type Walker = (chunk: never, path: Path) => void
const walkers = new Map<unknown, Walker>()

function walk(chunk: unknown, path: Path): void {
  if (chunk === undefined || path.isStrange) return
  if (chunk === null || (typeof chunk !== 'object' && typeof chunk !== 'function')) return walkValue(chunk, path)
  // Not its constructor: a query within answers that with a column of this name.
  const kind: unknown = Object.getPrototypeOf(chunk)
  const known = walkers.get(kind)
  const walker = known ?? walkerFor(chunk)
  if (!known) walkers.set(kind, walker)
  walker(chunk as never, path)
}

function walkerFor(chunk: object): Walker {
  if (is(chunk, StringChunk)) return walkText
  if (is(chunk, Name)) return ({ value }: Name, path) => walkName(value, path)
  if (Array.isArray(chunk)) return walkList
  if (is(chunk, SQL)) return walkPieces
  if (is(chunk, SQL.Aliased)) return ({ fieldAlias }: SQL.Aliased, path) => walkName(fieldAlias, path)
  if (is(chunk, Column)) return walkColumn
  if (is(chunk, Table)) return walkTable
  if (is(chunk, Param)) return walkParam
  if (is(chunk, Subquery)) return walkWithin
  if (is(chunk, PgSelectBase)) return (select: object, path) => walkSelect(Reflect.get(select, 'config'), path)
  return typeof chunk === 'function' ? walkStrange : walkObject
}

function walkStrange(_: unknown, path: Path): void {
  path.isStrange = true
}

/** A moment, a document; or a kind of text that is not known here. */
function walkObject(chunk: object, path: Path): void {
  if ('getSQL' in chunk) walkStrange(chunk, path)
  else walkValue(chunk, path)
}

function walkText({ value }: StringChunk, path: Path): void {
  for (const text of value) if (text !== '') path.step(text)
}

function walkName(name: string, path: Path): void {
  path.step(mark.name)
  path.step(name)
}

function walkList(chunks: unknown[], path: Path): void {
  path.step(mark.list)
  for (const chunk of chunks) {
    walk(chunk, path)
    path.step(mark.item)
  }
  path.step(mark.end)
}

function walkPieces(pieces: SQL, path: Path): void {
  if (isInline(pieces)) path.isStrange = true
  for (const piece of pieces.queryChunks) walk(piece, path)
}

/** A column of an alias is made anew each time that somebody asks for it; what it was made of is the same. */
function walkColumn(column: Column, path: Path): void {
  if (!types.isProxy(column)) return path.step(column)
  path.step(mark.aliased)
  path.step(Reflect.get(column, 'config'))
  walkTable(column.table, path)
}

const schema = Symbol.for('drizzle:Schema')
const originalName = Symbol.for('drizzle:OriginalName')
const isAlias = Symbol.for('drizzle:IsAlias')

function walkTable(table: Table, path: Path): void {
  if (!types.isProxy(table)) return path.step(table)
  path.step(mark.aliased)
  path.step(String(Reflect.get(table, schema)))
  path.step(String(Reflect.get(table, originalName)))
  path.step(getTableName(table))
  path.step(Number(Reflect.get(table, isAlias)))
}

function walkWithin(within: Subquery, path: Path): void {
  const { isWith, alias, sql } = within._
  if (isWith) path.isStrange = true
  path.step(mark.part)
  walk(sql, path)
  path.step(mark.end)
  path.step(alias)
}

function walkParam({ value, encoder }: Param, path: Path): void {
  if (is(value, Placeholder)) return walkStrange(value, path)
  const sent: unknown = value === null ? null : encoder.mapToDriverValue(value)
  if (is(sent, SQL)) walkPieces(sent, path)
  else walkValue(sent, path)
}

function walkValue(value: unknown, path: Path): void {
  path.step(mark.value)
  path.values.push(value)
}
