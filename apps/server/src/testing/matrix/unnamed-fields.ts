import { isContractProcedure, type AnyContractProcedure } from '@orpc/contract'
import { z } from 'zod'
import { apiContract } from '@quaff/features/api'

type JsonSchema = z.core.JSONSchema.JSONSchema | boolean | undefined

/** Returns the paths of fields in a response that the contract of the procedure names neither for results nor for errors. */
export function unnamedFields(name: string, body: unknown): string[] {
  const { outputSchema, errorMap } = procedureAt(name)['~orpc']
  if (!isError(body)) return fieldsBeside(jsonSchemaOf(outputSchema), body)
  const { defined: _, code, status: _status, message: _message, data, ...others } = body
  return [...Object.keys(others), ...fieldsBeside(jsonSchemaOf(errorMap[String(code)]?.data), data, 'data')]
}

/** A record may have a `code` field; only an error says whether the contract declares it. */
const isError = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && 'defined' in body

function procedureAt(name: string): AnyContractProcedure {
  const found = name.split('.').reduce<unknown>((node, key) => Object(node)[key], apiContract)
  if (!isContractProcedure(found)) throw new Error(`No procedure ${name}`)
  return found
}

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>()

/** Undefined without a schema: nothing may be sent then. */
function jsonSchemaOf(schema: unknown): JsonSchema {
  if (!(schema instanceof z.ZodType)) return undefined
  const made = jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { unrepresentable: 'any', override: datesAreTexts })
  jsonSchemas.set(schema, made)
  return made
}

const datesAreTexts: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  if (zodSchema instanceof z.ZodDate) jsonSchema.type = 'string'
}

export function fieldsBeside(schema: JsonSchema, value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (schema === undefined || typeof schema === 'boolean') return schema === true ? [] : [path]
  if (schema.$ref !== undefined || schema.allOf) throw new Error('References and intersections are not followed here')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map((option) => fieldsBeside(option, value, path)).toSorted(byLength)[0] ?? [path]
  const { type, items, properties = {}, additionalProperties } = schema
  // Only the schema of unknown values has no type.
  if (type === undefined) return []
  if (Array.isArray(value) ? type !== 'array' : type !== 'object') return [path]
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      fieldsBeside(Array.isArray(items) ? items[index] : items, one, `${path}[${index}]`),
    )
  return Object.entries(value).flatMap(([key, one]) => {
    const at = path === '' ? key : `${path}.${key}`
    const part = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    return part === undefined || part === false ? [at] : fieldsBeside(part, one, at)
  })
}

const byLength = (a: readonly string[], b: readonly string[]) => a.length - b.length
