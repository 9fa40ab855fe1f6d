import { z } from 'zod'
import { findFirstHour } from '@quaff/features/redemptions/server'
import type { Context } from '@quaff/platform/server/context'
import { drinksSchema, type Drinks, type DrinksInput } from '../usage/contract'
import { openRange } from './open-range'
import { drinksKey, readDrinks } from './read-drinks'
import { readSnapshot } from './read-snapshot'
import { refuseLongPart } from './refuse-long-part'

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
