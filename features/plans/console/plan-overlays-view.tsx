import { deferred } from '@quaff/platform/console/controls/deferred'
import type { PlanList, PlanRow } from '../contract'
import type { PlanChange } from './plan-change-dialog'
import type { PlanAccess } from './use-plan-actions'

const PlanSheet = deferred(async () => (await import('./plan-sheet')).PlanSheet)
const PlanChangeDialog = deferred(async () => (await import('./plan-change-dialog')).PlanChangeDialog)

interface PlanOverlaysProps {
  merchantId: string
  list: PlanList | undefined
  /** Holds an open plan, 'new' or undefined. */
  open: { planId?: string; templateId?: string } | undefined
  change: PlanChange | undefined
  access: PlanAccess
  onDuplicate: (plan: Pick<PlanRow, 'id' | 'merchantId' | 'name' | 'version'>) => void
  onCloseEditor: () => void
  onCloseDialog: () => void
}

/** Editor and dialogs, fetched with the first one that opens. */
export function PlanOverlaysView(props: PlanOverlaysProps) {
  const { merchantId, list, open, change, access, onDuplicate, onCloseEditor, onCloseDialog } = props
  return (
    <>
      {open && list && (
        <PlanSheet
          key={open.planId ?? 'new'}
          merchantId={merchantId}
          merchant={list.merchant}
          planId={open.planId}
          templateId={open.templateId}
          currency={list.rows[0]?.prices[0]?.currency ?? list.totals.monthlyRevenue[0]?.currency ?? 'usd'}
          access={access}
          onDuplicate={onDuplicate}
          onClose={onCloseEditor}
        />
      )}
      {change && <PlanChangeDialog change={change} onClose={onCloseDialog} />}
    </>
  )
}
