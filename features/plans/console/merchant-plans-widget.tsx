import { IconPlus, IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { counted } from '@quaff/platform/console/display/formats'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { EmptyState, ReadingState } from '@quaff/platform/console/list/list-states'
import { planColumns } from './plan-columns'
import { planListInput } from './plan-filters'
import { PlanOverlaysView } from './plan-overlays-view'
import { plansApi } from './plan-queries'
import { usePlanAccess, usePlanActions } from './use-plan-actions'

const shown = ['name', 'price', 'active', 'revenue', 'status']

export function MerchantPlans({ merchantId }: { merchantId: string }) {
  const timeZone = useTimeZone()
  const [open, setOpen] = useState<{ planId?: string }>()
  const query = useQuery(plansApi.list.queryOptions({ input: planListInput(merchantId, {}) }))
  const access = usePlanAccess(query.data?.lockedReason)
  const { duplicate } = usePlanActions((planId) => setOpen({ planId }))
  const add = (
    <PermissionButton size="sm" icon={IconPlus} disabledReason={access.reason} onClick={() => setOpen({})}>
      New plan
    </PermissionButton>
  )
  if (!query.data) return <ReadingState query={query} lines={6} what="plans" />
  const { rows } = query.data
  return (
    <div className="q-stack">
      {rows.length === 0 ? (
        <EmptyState
          icon={IconTicket}
          title="No plans yet"
          text="The merchant needs a plan before you can approve it."
          action={add}
        />
      ) : (
        <>
          <div className="q-row">
            <span className="q-caption">{counted(rows.length, 'plan')}</span>
            <span className="q-end">{add}</span>
          </div>
          <DataTable
            caption="Plans of this merchant"
            columns={planColumns(timeZone, undefined).map((column) => ({ ...column, sortKey: undefined }))}
            visibleColumns={shown}
            rows={rows}
            rowId={(row) => row.id}
            rowLabel={(row) => row.name}
            onOpen={(planId) => setOpen({ planId })}
            loading={false}
          />
        </>
      )}
      <PlanOverlaysView
        merchantId={merchantId}
        list={query.data}
        open={open}
        change={undefined}
        access={access}
        onDuplicate={duplicate}
        onCloseEditor={() => setOpen(undefined)}
        onCloseDialog={() => undefined}
      />
    </div>
  )
}
