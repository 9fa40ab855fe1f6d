import type { ProblemLevel } from '@quaff/platform/shared/documents/read-fields'
import type { RelationFault } from './report-contract'

type Difference = { field: string; fault: RelationFault; level: ProblemLevel; shown: string }

/**
 * Where a person's document names other merchants than the claims of the account, which hold (spec §6). A document that names
 * none says nothing of it.
 */
export function differingMerchants(named: readonly string[], claimed: readonly string[]): Difference[] {
  const field = 'merchantIds'
  const [beyond, lacking] = [named.filter((id) => !claimed.includes(id)), claimed.filter((id) => !named.includes(id))]
  const differences: Difference[] = []
  if (beyond.length > 0) differences.push({ field, fault: 'beyond_claims', level: 'changed', shown: beyond.join(', ') })
  if (named.length > 0 && lacking.length > 0)
    differences.push({ field, fault: 'short_of_claims', level: 'note', shown: lacking.join(', ') })
  return differences
}
