import { z } from 'zod'
import type { Field, Fields, Span } from './fields'

type SchemaOf<F> = F extends Field<infer Value> ? z.ZodOptional<z.ZodType<Value, Value>> : never
type SchemasOf<F> = { [K in keyof F as F[K] extends Span<string, string> ? never : K]: SchemaOf<F[K]> } & {
  [K in keyof F as F[K] extends Span<infer From, infer To> ? From | To : never]: z.ZodOptional<z.ZodDate>
}

/** The shape of a filter for `z.strictObject`: each field may be absent, a span is two instants. */
export function schemasOf<const F extends Fields>(fields: F): SchemasOf<F> {
  const shape = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'span'
      ? [field.from, field.to].map((end) => [end, z.date().optional()] as const)
      : [[name, schemaOf(field).optional()] as const],
  )
  return Object.fromEntries(shape) as SchemasOf<F>
}

function schemaOf(field: Field<unknown>): z.ZodType {
  switch (field.kind) {
    case 'choice':
      return z.enum(field.options)
    case 'text':
      return z.string().min(field.min).max(field.max)
    case 'pattern':
      return z.string().regex(field.shape)
    case 'flag':
      return z.boolean()
    case 'mark':
      return z.literal(true)
    case 'own':
      throw new Error('What an address reads in its own way is no filter of the server.')
  }
}
