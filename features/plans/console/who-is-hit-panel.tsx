import type { UseQueryResult } from '@tanstack/react-query'
import { counted, formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import type { PlanSubscribers } from '../contract'

interface WhoIsHitProps {
  query: UseQueryResult<PlanSubscribers>
  kind: 'deactivate' | 'delete'
}

export function WhoIsHitPanel({ query, kind }: WhoIsHitProps) {
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
          {names.join(', ')}
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
