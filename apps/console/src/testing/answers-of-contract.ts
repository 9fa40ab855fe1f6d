import { apiContract } from '@quaff/features/api'
import type { Answers } from '@quaff/platform/console/testing/render-console'

interface Def {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  options?: Schema[]
  entries?: Record<string, string | number>
  values?: unknown[]
  in?: Schema
  getter?: () => Schema
}
interface Schema {
  def: Def
}

export interface Marks {
  /** Each text of an answer, except for codes such as a currency. */
  text: string
  /** Each number that is not bounded by its name. */
  number: number
}

/** Values that a page computes with. */
const codes: readonly (readonly [RegExp, unknown])[] = [
  [/^merchantId$/, 'mer_1'],
  [/currency$/i, 'usd'],
  [/timezone$/i, 'Europe/Berlin'],
  [/country$/i, 'US'],
  [/href$/i, '/dashboard'],
  [/(url|src|color|background)$/i, null],
  [/^(period|month)$/i, '2026-02'],
  [/^(date|day|from|to|since|until|on|startDate|endDate|startsOn|endsOn|startsAt|endsAt)$/i, '2026-02-14'],
  [/^(open|close|opensAt|closesAt|start|end)$/i, '08:00'],
  [/^(latitude|longitude)$/i, 12],
  [/^(hour|weekday|dayOfWeek|step|version|intervalCount|decimals|routingNumber)$/i, 1],
  [/(share|rate|percent|change|ratio|progress)$/i, 0.5],
]
const at = new Date('2026-02-14T09:30:00Z')

/** Returns a value that the schema allows, with the marks in every field that a page could show. */
function valueOf({ def }: Schema, name: string, marks: Marks): unknown {
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, one]) => [key, valueOf(one, key, marks)]))
    case 'array':
      return def.element ? [valueOf(def.element, name, marks)] : []
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
    case 'prefault':
    case 'catch':
      return def.innerType && valueOf(def.innerType, name, marks)
    case 'union':
      return def.options?.[0] && valueOf(def.options[0], name, marks)
    case 'pipe':
      return def.in && valueOf(def.in, name, marks)
    case 'lazy':
      return null
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'literal':
      return def.values?.[0]
    case 'boolean':
      return false
    case 'date':
      return at
    case 'record':
      return {}
    case 'null':
      return null
    case 'string': {
      const [, code] = codes.find(([pattern]) => pattern.test(name)) ?? []
      if (code === null || typeof code === 'string') return code
      return `${marks.text} ${name}`
    }
    case 'int':
    case 'number': {
      const [, code] = codes.find(([pattern]) => pattern.test(name)) ?? []
      return typeof code === 'number' ? code : marks.number
    }
    default:
      return undefined
  }
}

type Procedure = { '~orpc': { outputSchema?: Schema; route: { method?: string } } }
const isProcedure = (value: object): value is Procedure => '~orpc' in value

/** An answer for each read of the API, made from its schema. */
export function answersOfContract(marks: Marks): Answers {
  const answers: Answers = {}
  const collect = (part: object, path: string) => {
    for (const [name, value] of Object.entries(part) as [string, object][]) {
      const here = path === '' ? name : `${path}.${name}`
      if (!isProcedure(value)) collect(value, here)
      else if (value['~orpc'].outputSchema) {
        const schema = value['~orpc'].outputSchema
        answers[here] = () => valueOf(schema, name, marks)
      }
    }
  }
  collect(apiContract, '')
  return answers
}
