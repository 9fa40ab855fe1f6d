import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice } from '@quaff/platform/console/display/panel'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PlanRow, PlanSubscribers } from '../contract'
import { plansApi } from './plan-queries'

export type PlanChange = { kind: 'deactivate' | 'delete'; plan: PlanRow }

/** Deactivates or deletes a plan after showing who is affected. A plan with subscribers can only be deactivated. */
export function PlanChangeDialog({ change: { kind, plan }, onClose }: { change: PlanChange; onClose: () => void }) {
  const { merchantId, id: planId, name } = plan
  const hit = useQuery({
    ...plansApi.subscribers.queryOptions({ input: { merchantId, planId } }),
    refetchOnMount: 'always',
  })
  const verb = useVerb({ what: 'plan', opened: plan, keys: [plansApi.key()] })
  const isDeletion = kind === 'delete'
  const isUsed = hit.data?.deletable === false
  const deactivates = !isDeletion || (isUsed && plan.active)
  return (
    <VerbDialog
      verb={verb}
      title={`${isDeletion ? 'Delete' : 'Deactivate'} ${isolated(name)}?`}
      description={
        isDeletion
          ? 'You can only delete a plan with no subscribers. This can’t be undone.'
          : 'New customers can’t buy it. Current subscribers keep their pass and price.'
      }
      button={deactivates ? `Deactivate${isDeletion ? ' instead' : ''}` : 'Delete plan'}
      danger
      blocked={isDeletion && (!hit.data || (isUsed && !plan.active))}
      failed={isDeletion ? 'Couldn’t delete the plan' : 'Couldn’t deactivate the plan'}
      call={({ version }): Promise<object> =>
        deactivates
          ? plansApi.setActive.call({ merchantId, planId, version, active: false })
          : plansApi.remove.call({ merchantId, planId, version })
      }
      next={deactivates ? { active: false } : {}}
      onDone={() => {
        if (deactivates) notifySuccess(`${isolated(name)} deactivated`, 'You can activate it again anytime.')
        else notifySuccess(`${isolated(name)} deleted`, 'Its history is kept.')
        onClose()
      }}
      onClose={onClose}
    >
      {hit.data?.endsSales && (
        <Notice tone="warn" title="This is your only plan for sale">
          Your venue is selling. Without an active plan, customers can’t buy a pass.
        </Notice>
      )}
      <WhoIsHitPanel query={hit} kind={kind} />
    </VerbDialog>
  )
}

interface WhoIsHitProps {
  query: UseQueryResult<PlanSubscribers>
  kind: 'deactivate' | 'delete'
}

function WhoIsHitPanel({ query, kind }: WhoIsHitProps) {
  if (!query.data) return <ReadingState query={query} lines={4} what="its subscribers" />
  const { byStatus, running, names } = query.data
  const more = running - names.length
  return (
    <div className="q-stack">
      <p className="q-strong">{headline(running, kind)}</p>
      <KeyValue
        items={[
          { label: 'Active', value: formatCount(byStatus.active) },
          { label: 'Trialing', value: formatCount(byStatus.trialing) },
          { label: 'Past due', value: formatCount(byStatus.past_due) },
          { label: 'Canceled', value: formatCount(byStatus.canceled) },
        ]}
      />
      {names.length > 0 && (
        <p className="q-secondary">
          {names.map(isolated).join(', ')}
          {more > 0 && ` and ${formatCount(more)} more`}
        </p>
      )}
      {kind === 'delete' && running === 0 && byStatus.canceled > 0 && (
        <p className="q-caption">Canceled subscriptions and past redemptions will show “Unknown Plan”.</p>
      )}
    </div>
  )
}

function headline(running: number, kind: WhoIsHitProps['kind']): string {
  if (running === 0) return 'No subscribers'
  const subscribers = counted(running, 'subscriber', 'subscribers')
  return kind === 'delete' ? `${subscribers}, so you can’t delete it.` : `${subscribers} will keep it.`
}
