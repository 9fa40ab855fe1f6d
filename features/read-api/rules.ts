import { z } from 'zod'
import { csvText } from '@quaff/platform/shared/csv'
import { resourceSchemas, type Resource } from './contract'

type Row = Record<string, unknown>

export const withFields = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(fields.map((name) => [name, row[name]]))

/** Writes one value per cell. An object with fixed parts gets a column per part (`address.city`); a list is JSON. */
export function asCsv(resource: Resource, fields: readonly string[], rows: readonly Row[]): string {
  const columns = fields.flatMap((name) => columnsOf(resource, name))
  const lines = rows.map((row) => columns.map((column) => cellOf(valueAt(row, column.split('.')))))
  return csvText([columns, ...lines])
}

function columnsOf(resource: Resource, name: string) {
  const shape: Record<string, z.ZodType> = resourceSchemas[resource].shape
  const schema = shape[name]
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema
  return inner instanceof z.ZodObject ? Object.keys(inner.shape).map((part) => `${name}.${part}`) : [name]
}

function valueAt(row: Row, path: readonly string[]): unknown {
  let value: unknown = row
  for (const part of path) value = typeof value === 'object' && value !== null ? (value as Row)[part] : undefined
  return value
}

function cellOf(value: unknown) {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}
