import { type AmountTable, codeIn, derivedAmount } from '@quaff/platform/server'
import { analyticsDays } from './tables'

export const analyticsAmounts: readonly AmountTable[] = [
  {
    table: analyticsDays,
    currency: codeIn(analyticsDays.currency),
    derived: [derivedAmount(analyticsDays.enteredMonthlyMinor)],
  },
]
