type Json = { readonly [name: string]: unknown }

/** TypeScript of what the document says: its schemas, and what each operation takes and answers. */
export function clientTypes(document: Json): string {
  const { schemas, parameters } = record(document['components'])
  const interfaces = Object.entries(record(schemas)).map(([name, schema]) => `${declared(name, record(schema))}\n`)
  const operations = Object.values(record(document['paths']))
    .flatMap((path) => Object.values(record(path)))
    .map((operation) => `  ${operationType(record(operation), record(parameters))}\n`)
  return [
    '// Made from the OpenAPI document at /v1/openapi.json: WRITE_CLIENT=1 npx vitest run apps/server/src/keys/client.test.ts\n\n',
    ...interfaces,
    '\nexport interface Operations {\n',
    ...operations,
    '}\n',
  ].join('')
}

/** Declares each field on its own line with its description. */
function declared(name: string, schema: Json): string {
  if (schema['type'] !== 'object') return `export type ${name} = ${typeOf(schema)}\n`
  const required = list(schema['required'])
  const lines = Object.entries(record(schema['properties'])).flatMap(([field, part]) => {
    const { description } = record(part)
    const line = `  ${field}${required.includes(field) ? '' : '?'}: ${typeOf(part)}\n`
    return typeof description === 'string' ? [`  /** ${description} */\n`, line] : [line]
  })
  return `export type ${name} = {\n${lines.join('')}}\n`
}

function operationType(operation: Json, shared: Json): string {
  const parameters = list(operation['parameters']).map((one) => parameterOf(record(one), shared))
  const query = membersOf(
    parameters
      .filter((parameter) => parameter['in'] === 'query')
      .map((parameter) => [String(parameter['name']), parameter['schema'], parameter['required'] === true]),
  )
  const body = schemaOf(operation['requestBody'])
  const answer = schemaOf(record(operation['responses'])['200'])
  const parts = [`query: ${query}`, ...(body ? [`body: ${typeOf(body)}`] : []), `answer: ${typeOf(answer)}`]
  return `'${String(operation['operationId'])}': { ${parts.join('; ')} }`
}

const parameterOf = (parameter: Json, shared: Json): Json =>
  '$ref' in parameter ? record(shared[nameOf(parameter['$ref'])]) : parameter

function schemaOf(message: unknown): unknown {
  if (message === undefined) return undefined
  return record(record(record(message)['content'])['application/json'])['schema']
}

/** Converts the schema as far as possible; unsupported parts become a message instead of `unknown`. */
function typeOf(value: unknown): string {
  const schema = record(value)
  const { $ref, anyOf, oneOf, type, items, properties } = schema
  if ($ref !== undefined) return nameOf($ref)
  if (schema['const'] !== undefined) return literal(schema['const'])
  if (schema['enum'] !== undefined) return union(list(schema['enum']).map(literal))
  if (anyOf !== undefined || oneOf !== undefined) return union(list(anyOf ?? oneOf).map(typeOf))
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })))
  if (type === 'array') return `(${typeOf(items)})[]`
  if (type === 'object') {
    const required = list(schema['required'])
    return membersOf(Object.entries(record(properties)).map(([name, part]) => [name, part, required.includes(name)]))
  }
  const simple = typeof type === 'string' ? simpleTypes[type] : undefined
  if (simple === undefined) throw new TypeError(`No type for ${JSON.stringify(schema)}`)
  return simple
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

type Member = [name: string, schema: unknown, isRequired: boolean]

const membersOf = (members: readonly Member[]) =>
  members.length === 0
    ? '{}'
    : `{ ${members.map(([name, schema, isRequired]) => `${name}${isRequired ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`

const union = (types: readonly string[]) => [...new Set(types)].join(' | ')
const literal = (value: unknown) => `'${String(value)}'`
const nameOf = (reference: unknown) => String(reference).split('/').at(-1) ?? ''
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function record(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new TypeError(`No object: ${String(value)}`)
  return value as Json
}
