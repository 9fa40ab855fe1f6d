import { recordedPart } from '@quaff/features/redemptions/insights/rules'
import type { Queryable } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import type { RangeWindow } from '../range/contract'
import type { DayRange } from '../range/rules'
import type { Drinks } from '../usage/contract'
import { countDrinkers, countWithoutPerson } from './drinks-store'
import type { ReadScope } from './read-scope-store'

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
  const [counts, withoutPerson] = await askTogether(db, (one) =>
    Promise.all([countDrinkers(one, scope, part, planId), countWithoutPerson(one, scope, part, planId)]),
  )
  return { counts, withoutPerson, recordedSince }
}
