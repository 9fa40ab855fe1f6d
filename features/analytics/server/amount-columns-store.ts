import { codeIn, derivedAmount, type AmountTable } from '@quaff/platform/server/amounts'
import { analyticsDays } from './tables'

export const analyticsAmounts: readonly AmountTable[] = [
  {
    table: analyticsDays,
    currency: codeIn(analyticsDays.currency),
    derived: [derivedAmount(analyticsDays.enteredMonthlyMinor)],
  },
]
