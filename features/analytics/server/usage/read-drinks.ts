import type { Queryable } from '@quaff/platform/server/context'
import type { RangeWindow } from '../../range/contract'
import type { DayRange } from '../../range/rules'
import type { Drinks } from '../../usage/contract'
import { countDrinkers, countWithoutPerson } from './drinks-store'
import type { ReadScope } from './read-scope-store'

export const drinksKey = ({ from, to }: DayRange) => `drinks ${from} ${to}`

export async function readDrinks(
  db: Queryable,
  scope: ReadScope,
  window: RangeWindow,
  planId: string | undefined,
): Promise<Pick<Drinks, 'counts' | 'withoutPerson'>> {
  const [counts, withoutPerson] = await Promise.all([
    countDrinkers(db, scope, window, planId),
    countWithoutPerson(db, scope, window, planId),
  ])
  return { counts, withoutPerson }
}
