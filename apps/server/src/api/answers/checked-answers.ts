import { isProcedure } from '@orpc/server'
import type { $ZodType } from 'zod/v4/core'
import { compileAnswer, type Place, type Reader } from './compile-answer'

/** What the console's protocol calls an instant, beside the text that JSON makes of it. */
const instant = 1

const places: WeakMap<object, Place[]> = new WeakMap()

/** Where the instants of an answer lie that its schema has accepted as it is, as the protocol says it. */
export function instantsOf(answer: unknown): Place[] | undefined {
  return typeof answer === 'object' && answer !== null ? places.get(answer) : undefined
}

/**
 * The same procedures, whose answers are looked at instead of made anew by their schemas. What is in the least unusual, and
 * what is wrong, the schema itself reads as before.
 */
export function checkAnswers<T extends object>(router: T): T {
  for (const part of Object.values(router)) {
    if (!isProcedure(part)) checkAnswers(part as object)
    else if (isOurs(part['~orpc'].outputSchema))
      Reflect.set(part['~orpc'], 'outputSchema', passing(part['~orpc'].outputSchema))
  }
  return router
}

/** Not of a stream, whose events come later. */
const isOurs = (schema: object | undefined): schema is $ZodType => schema !== undefined && '_zod' in schema

/** Compiled when the first answer comes: few of all procedures are asked in the life of a process. */
function passing(schema: $ZodType): $ZodType {
  const standard = schema['~standard']
  let reader: Reader | undefined
  const validate = (value: unknown) => {
    reader ??= compileAnswer(schema)
    if (!reader.accepts(value)) return standard.validate(value)
    if (typeof value === 'object' && value !== null) {
      const found: Place[] = []
      reader.findInstants?.(value, [instant], found)
      places.set(value, found)
    }
    return { value }
  }
  return Object.create(schema, { '~standard': { value: { ...standard, validate } } }) as $ZodType
}
