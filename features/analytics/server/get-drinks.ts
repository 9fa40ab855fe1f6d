import { z } from 'zod'
import { recordedPart } from '@quaff/features/redemptions/insights/rules'
import { findFirstHour } from '@quaff/features/redemptions/server'
import type { Context, Queryable } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { RangeWindow } from '../range-contract'
import type { DayRange } from '../range-rules'
import { type Drinks, type DrinksInput, drinksSchema } from '../usage-contract'
import { refuseLongPart } from './get-cohorts'
import { openRange } from './open-range'
import { readSnapshot } from './refresh-analytics'
import { countDrinkers, countWithoutPerson, type ReadScope } from './usage-store'

const keptSchema = drinksSchema
  .pick({ counts: true, withoutPerson: true })
  .extend({ recordedSince: z.coerce.date().nullable() })

/** Of all merchants from what is kept in the database; of one or a few live. */
export async function getDrinks(ctx: Context, input: DrinksInput): Promise<Drinks> {
  const opened = await openRange(ctx, input)
  const { scope, planId, days, window, measured, timeZone } = opened
  refuseLongPart(days)
  const read = async () =>
    readDrinks(ctx.db, { scope, window, planId, timeZone, recordedSince: await findFirstHour(ctx.db, scope) })
  if (!scope.all) return opened.once(['drinks'], async () => ({ ...(await read()), ...measured }))
  const { data, measuredAt } = await readSnapshot(ctx, drinksKey(days), keptSchema, read)
  return { ...data, ...measured, measuredAt }
}

export const drinksKey = ({ from, to }: DayRange) => `drinks ${from} ${to}`

type DrinksQuery = {
  scope: ReadScope
  window: RangeWindow
  planId: string | undefined
  timeZone: string
  recordedSince: Date | null
}

/** Starts at the first day on record: before it, a count of 0 would be a guess. */
export async function readDrinks(
  db: Queryable,
  { scope, window, planId, timeZone, recordedSince }: DrinksQuery,
): Promise<Pick<Drinks, 'counts' | 'withoutPerson' | 'recordedSince'>> {
  const part = recordedPart(timeZone, window, recordedSince)
  if (part.from >= part.to) return { counts: [], withoutPerson: 0, recordedSince }
  const [counts, withoutPerson] = await batchReads(db, (one) =>
    Promise.all([countDrinkers(one, scope, part, planId), countWithoutPerson(one, scope, part, planId)]),
  )
  return { counts, withoutPerson, recordedSince }
}
