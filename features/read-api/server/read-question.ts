import { z } from 'zod'
import { subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { refuse } from '@quaff/platform/shared/refusal'
import { idSchema } from '@quaff/platform/shared/text'
import { readLimits, resourceSchemas, type Resource } from '../contract'
import { readRefusals } from '../refusals'

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** A plus sign of an address stands for a blank: who forgot to escape that of an offset meant no other. */
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
/** By the name that an address gives them. */
export const parameters = {
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
/** A redemption is known by its id and its time together. */
export const recordParameters = (resource: Resource): ParameterName[] =>
  resource === 'redemptions' ? ['redeemedAt', 'fields'] : ['fields']

type Values = { [Name in ParameterName]?: NonNullable<ReturnType<(typeof parameters)[Name]['read']>> }
export type Question = Omit<Values, 'fields'> & { fields: readonly string[] }

/** What an address asks; what is unknown, given twice or of another shape is refused by its name. */
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

/** In the order of the record, whatever the order asked. */
function readFields(resource: Resource, asked: unknown): string[] {
  const known = Object.keys(resourceSchemas[resource].shape)
  if (typeof asked !== 'string') return known
  const names = asked.split(',').map((name) => name.trim())
  const stray = names.find((name) => !known.includes(name))
  if (stray !== undefined) throw refuse(readRefusals, 'READ_FIELD', shown(stray), known.join(', '))
  return known.filter((name) => names.includes(name))
}

/** What somebody sent, short enough to be told back. */
const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
