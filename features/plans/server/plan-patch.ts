import { changedFields } from '@quaff/platform/server/change-record'
import { refuse } from '@quaff/platform/shared/refusal'
import { linesWithoutControls, withoutControls } from '@quaff/platform/shared/text'
import type { PlanChanges } from '../contract'
import { planRefusals } from '../refusals'
import { mergePlanFields } from '../rules'
import type { StoredPlan, StoredPrice } from './plan-store'

/** What a save makes of name and document; lists are kept without repetitions. */
export function planPatch(
  before: Pick<StoredPlan, 'name' | 'fields'>,
  changes: PlanChanges,
): Pick<StoredPlan, 'name' | 'fields'> {
  const { description, eligibleItems, validLocationIds } = changes
  return {
    name: changes.name === undefined ? before.name : cleanName(changes.name),
    fields: mergePlanFields(before.fields, {
      ...changes,
      description: description && linesWithoutControls(description).trim(),
      eligibleItems: eligibleItems && cleanItems(eligibleItems),
      validLocationIds: validLocationIds && [...new Set(validLocationIds)],
    }),
  }
}

/** Of control characters only, nothing would be left of it. */
function cleanName(text: string): string {
  const name = withoutControls(text).trim()
  if (name === '') throw refuse(planRefusals, 'NAME')
  return name
}

function cleanItems(items: readonly string[]): string[] {
  const cleaned = items.map((item) => withoutControls(item).trim()).filter((item) => item !== '')
  return [...new Set(cleaned)]
}

type Audited = Pick<StoredPlan, 'name' | 'fields'> & Partial<Pick<StoredPlan, 'active'>> & { prices?: StoredPrice[] }

/** The fields and prices that differ, for the audit entry. */
export const changedPlan = (before: Audited, after: Audited) => changedFields(flat(before), flat(after))

function flat({ fields, prices, ...rest }: Audited): Record<string, unknown> {
  return { ...fields, ...rest, ...(prices && { prices: prices.map(auditedPrice) }) }
}

/** Without the position: the order of the list says it. */
const auditedPrice = ({ id, amountMinor, currency, interval, intervalCount, active }: StoredPrice) => ({
  id,
  amountMinor,
  currency,
  interval,
  intervalCount,
  active,
})
