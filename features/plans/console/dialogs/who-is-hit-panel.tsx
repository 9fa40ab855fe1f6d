import type { UseQueryResult } from '@tanstack/react-query'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import type { PlanSubscribers } from '../../contract'

interface WhoIsHitProps {
  query: UseQueryResult<PlanSubscribers>
  kind: 'deactivate' | 'delete'
}

export function WhoIsHitPanel({ query, kind }: WhoIsHitProps) {
  if (query.isPending) return <SkeletonText lines={4} />
  if (!query.data)
    return <ErrorState title="Who has this plan could not be loaded" onRetry={() => void query.refetch()} />
  const { byStatus, running, names } = query.data
  const more = running - names.length
  return (
    <div className="q-stack">
      <p className="q-strong">{headline(running, kind)}</p>
      <KeyValue
        items={[
          { label: 'Active', value: byStatus.active.toLocaleString() },
          { label: 'Trialing', value: byStatus.trialing.toLocaleString() },
          { label: 'Past due', value: byStatus.past_due.toLocaleString() },
          { label: 'Canceled', value: byStatus.canceled.toLocaleString() },
        ]}
      />
      {names.length > 0 && (
        <p className="q-secondary">
          {names.join(', ')}
          {more > 0 && ` and ${more.toLocaleString()} more`}
        </p>
      )}
      {kind === 'delete' && running === 0 && byStatus.canceled > 0 && (
        <p className="q-caption">Canceled subscriptions and past redemptions read “Unknown Plan” afterwards.</p>
      )}
    </div>
  )
}

function headline(running: number, kind: WhoIsHitProps['kind']): string {
  if (running === 0) return 'Nobody has this plan now.'
  const people = running === 1 ? '1 person has' : `${running.toLocaleString()} people have`
  return kind === 'delete' ? `${people} this plan, so it cannot be deleted.` : `${people} this plan and will keep it.`
}
