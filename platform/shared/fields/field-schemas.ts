import { z } from 'zod'
import type { Field, Fields, Span } from './fields'
import { errorOf, type FormField, type FormFields, type TypedField, type WholeField } from './form-fields'
import type { RecordField, RecordFields } from './record'

type SchemaOf<F> = F extends Field<infer Value> ? z.ZodOptional<z.ZodType<Value, Value>> : never
type SchemasOf<F> = { [K in keyof F as F[K] extends Span<string, string> ? never : K]: SchemaOf<F[K]> } & {
  [K in keyof F as F[K] extends Span<infer From, infer To> ? From | To : never]: z.ZodOptional<z.ZodDate>
}

/** Returns the shape of a filter for `z.strictObject`. Each field is optional, and a span has two instants. */
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
      return z.string().max(field.max)
    case 'word':
      // The database rejects NUL, and the connection is lost with the query.
      return z
        .string()
        .min(1)
        .max(field.max)
        .refine((value) => !value.includes('\0'))
    case 'pattern':
      return z.string().regex(field.shape)
    case 'flag':
      return z.boolean()
    case 'mark':
      return z.literal(true)
    case 'own':
      throw new Error('A field with its own URL format can’t be a server filter.')
  }
}

type FormSchemaOf<F> = F extends WholeField ? z.ZodInt : z.ZodString
type FormSchemasOf<F> = { -readonly [Name in keyof F]: FormSchemaOf<F[Name]> }

/** Returns the schema of a form field. Its errors have the same words as the form's. */
export function formSchema(field: TypedField): z.ZodString
export function formSchema(field: WholeField): z.ZodInt
export function formSchema(field: FormField): z.ZodString | z.ZodInt
export function formSchema(field: FormField): z.ZodString | z.ZodInt {
  if (field.kind === 'whole') return z.int(field.wrong).min(field.min, field.wrong).max(field.max, field.wrong)
  const kept = z.string().overwrite(field.read).max(field.max, field.tooLong)
  return kept.superRefine((text, issues) => {
    const error = errorOf(field, text)
    if (error !== null) issues.addIssue(error)
  })
}

/** Returns the schemas of all fields for `z.strictObject`. */
export function formSchemas<const F extends FormFields>(fields: F): FormSchemasOf<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, formSchema(field)]),
  ) as FormSchemasOf<F>
}

type InputSchema<F> = F extends { nullable: true } ? z.ZodOptional<z.ZodNullable<FormSchemaOf<F>>> : FormSchemaOf<F>
type OutputSchema<F> = F extends WholeField ? z.ZodNumber : z.ZodString
type NullableOutput<F> = F extends { nullable: true } ? z.ZodNullable<OutputSchema<F>> : OutputSchema<F>
type ShapeOf<F, Kind extends 'input' | 'output'> = {
  -readonly [Name in keyof F as F[Name] extends { key: infer Key extends string } ? Key : Name]: Kind extends 'input'
    ? InputSchema<F[Name]>
    : NullableOutput<F[Name]>
}

/** Returns the shape of a change: an absent field stays, and null empties a nullable field. */
export function inputShape<const F extends RecordFields>(fields: F): ShapeOf<F, 'input'> {
  return shapeOf(fields, (field) => (field.nullable ? formSchema(field).nullish() : formSchema(field))) as ShapeOf<
    F,
    'input'
  >
}

/** Returns the shape of the same fields in responses. */
export function outputShape<const F extends RecordFields>(fields: F): ShapeOf<F, 'output'> {
  const plain = (field: FormField) => (field.kind === 'whole' ? z.number() : z.string())
  return shapeOf(fields, (field) => (field.nullable ? plain(field).nullable() : plain(field))) as ShapeOf<F, 'output'>
}

const shapeOf = (fields: RecordFields, schema: (field: RecordField) => z.ZodType) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [field.key ?? name, schema(field)]))
