import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { keyScope } from '@quaff/features/sessions/server'
import { subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { idSchema, type KeyActor, refuse, type Secrets, type Services } from '@quaff/platform/server'
import { readLimits, type Resource, resourceSchemas } from '../contract'
import { readRefusals } from '../refusals'
import { findRow, readPage, type Row } from './read-store'

type ReadList = { rows: Row[]; nextCursor: string | null }

export async function readList(
  services: Services,
  key: KeyActor,
  resource: Resource,
  { limit = readLimits.defaultRows, cursor, ...filter }: Question,
): Promise<ReadList> {
  const { merchantId = '', status = '', since } = filter
  const name = ['v1', resource, merchantId, status, since?.toISOString() ?? ''].join(' ')
  const position = cursor === undefined ? undefined : openCursor(services.secrets, name, cursor)
  const { rows, next } = await readPage(services, keyScope(key), { resource, name }, { ...filter, limit, position })
  return { rows, nextCursor: next === null ? null : closeCursor(services.secrets, name, next) }
}

/** Returns one record. A foreign id gets the same answer as a missing one. */
export async function readRecord(
  services: Services,
  key: KeyActor,
  resource: Resource,
  requested: Pick<Question, 'redeemedAt'> & { id: string },
): Promise<Row> {
  const row = isId(requested.id) && (await findRow(services, keyScope(key), resource, requested))
  if (!row) throw refuse(readRefusals, 'READ_NONE')
  return row
}

/** Validates ids, so that nothing else of a URL reaches the database. */
const isId = (text: string) => /^[\w:-]{1,140}$/.test(text)

/** Length of a cursor's signature, against guessing. */
const markLength = 22

const markOf = ({ hash }: Secrets, list: string, position: string) =>
  hash(`read-cursor|${list}|${position}`).slice(0, markLength)

/** `list` is the resource with its filters: forged cursors and those of another list are refused. */
const closeCursor = (secrets: Secrets, list: string, position: string) =>
  `${markOf(secrets, list, position)}${position}`

function openCursor(secrets: Secrets, list: string, cursor: string) {
  const [mark, position] = [cursor.slice(0, markLength), cursor.slice(markLength)]
  const expected = Buffer.from(markOf(secrets, list, position))
  const given = Buffer.from(mark)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refuse(readRefusals, 'READ_CURSOR')
  return position
}

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** A plus sign in a URL means a space; in a time it was meant as an unescaped offset. */
const withPlus = (text: string) => text.replace(' ', '+')

type Parameter = { read: (text: string) => unknown; shape: string }
const parameter = <T>(schema: z.ZodType<T, string>, shape: string, tidy = (text: string) => text) => ({
  shape,
  read(text: string): T | undefined {
    const parsed = schema.safeParse(tidy(text))
    return parsed.success ? parsed.data : undefined
  },
})

const instant = parameter(time, 'a time with its offset, such as 2026-12-01T08:30:00Z', withPlus)

/** Keyed by their names in the URL. */
const parameters = {
  limit: parameter(
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(readLimits.rows)),
    `a whole number from 1 to ${readLimits.rows}`,
  ),
  cursor: parameter(z.string().min(1).max(readLimits.cursor), 'the nextCursor of this list'),
  since: instant,
  merchantId: parameter(idSchema, 'a merchant ID'),
  status: parameter(z.enum(subscriptionStatuses), `one of ${subscriptionStatuses.join(', ')}`),
  fields: parameter(z.string().min(1).max(1_000), 'field names separated by commas'),
  format: parameter(z.enum(['json', 'csv']), 'json or csv'),
  redeemedAt: instant,
} satisfies Record<string, Parameter>
export type ParameterName = keyof typeof parameters

const ofLists = ['limit', 'cursor', 'since', 'merchantId', 'fields', 'format'] as const
export const listParameters = (resource: Resource): ParameterName[] =>
  resource === 'subscriptions' ? [...ofLists, 'status'] : [...ofLists]

/** A redemption is identified by its id and time together. */
export const recordParameters = (resource: Resource): ParameterName[] =>
  resource === 'redemptions' ? ['redeemedAt', 'fields'] : ['fields']

type Values = { [Name in ParameterName]?: NonNullable<ReturnType<(typeof parameters)[Name]['read']>> }
export type Question = Omit<Values, 'fields'> & { fields: readonly string[] }

/** Parses a query string. Unknown, repeated and malformed parameters are refused by name. */
export function readQuestion(resource: Resource, search: URLSearchParams, known: readonly ParameterName[]): Question {
  const values: Record<string, unknown> = {}
  for (const [name, text] of search) {
    const isKnown = known.some((one) => one === name)
    if (!isKnown)
      throw refuse(readRefusals, 'READ_PARAMETER', shown(name), known.join(', ')).with({ field: shown(name) })
    if (name in values) throw refuse(readRefusals, 'READ_TWICE', name).with({ field: name })
    const { read, shape }: Parameter = parameters[name as ParameterName]
    const value = read(text)
    if (value === undefined) throw refuse(readRefusals, 'READ_VALUE', name, shape).with({ field: name })
    values[name] = value
  }
  return { ...(values as Omit<Values, 'fields'>), fields: readFields(resource, values['fields']) }
}

/** Returns fields in the order of the record, not of the request. */
function readFields(resource: Resource, requested: unknown) {
  const known = Object.keys(resourceSchemas[resource].shape)
  if (typeof requested !== 'string') return known
  const names = requested.split(',').map((name) => name.trim())
  const stray = names.find((name) => !known.includes(name))
  if (stray !== undefined) throw refuse(readRefusals, 'READ_FIELD', shown(stray), known.join(', '))
  return known.filter((name) => names.includes(name))
}

/** Input shortened for an error message. */
const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
