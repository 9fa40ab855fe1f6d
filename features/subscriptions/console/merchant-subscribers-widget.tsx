import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { subscriptionStatuses, type SubscriptionStatus } from '../contract'
import { SubscriberRow } from './subscriber-row'
import { subscriptionLooks } from './subscription-status-pill'
import { useMerchantSubscribers, type MerchantSubscribersState } from './use-merchant-subscribers'

type Tab = SubscriptionStatus | 'all'
const tabs: readonly Tab[] = ['all', ...subscriptionStatuses]

/** Who subscribes to the merchant, newest first. */
export function MerchantSubscribers({ merchantId }: { merchantId: string }) {
  const timeZone = useTimeZone()
  const [tab, setTab] = useState<Tab>('all')
  const state = useMerchantSubscribers(merchantId, tab === 'all' ? undefined : tab)
  const { list } = state
  const countOf = (id: Tab) => list && (id === 'all' ? sumOf(list.counts) : list.counts[id])
  const total = countOf(tab) ?? 0
  const shown = list?.subscribers.length ?? 0
  return (
    <div className="q-stack">
      {state.isFallback && (
        <Notice
          tone="info"
          action={
            <Button size="sm" onClick={state.retry}>
              Retry
            </Button>
          }
        >
          Showing live data. The usual source isn’t available.
        </Notice>
      )}
      <ListTabs
        label="Subscribers by status"
        tabs={tabs.map((id) => ({ id, label: id === 'all' ? 'All' : subscriptionLooks[id].label, count: countOf(id) }))}
        value={tab}
        onChange={setTab}
      />
      <Panel
        flush
        loading={state.isPending}
        lines={6}
        what={state.isError ? 'subscribers' : undefined}
        onRetry={state.retry}
        footer={
          shown > 0 && (
            <span className="q-caption" role="status">
              {shown < total
                ? `Newest ${formatCount(shown)} of ${formatCount(total)}.`
                : `${formatCount(shown)} of ${formatCount(total)}.`}
            </span>
          )
        }
      >
        <SubscriberRows list={state.list} tab={tab} timeZone={timeZone} />
      </Panel>
    </div>
  )
}

type SubscriberRowsProps = { list: MerchantSubscribersState['list']; tab: Tab; timeZone: string }

function SubscriberRows({ list, tab, timeZone }: SubscriberRowsProps) {
  if (!list || list.subscribers.length === 0)
    return (
      <EmptyState
        icon={IconUsers}
        title={tab === 'all' ? 'No subscribers yet' : `No ${subscriptionLooks[tab].label.toLowerCase()} subscribers`}
        text={tab === 'all' ? 'Subscribers appear here after they buy a pass in the app.' : 'Choose another tab.'}
      />
    )
  return (
    <ul>
      {list.subscribers.map((subscriber) => (
        <SubscriberRow key={subscriber.subscriptionId} subscriber={subscriber} timeZone={timeZone} />
      ))}
    </ul>
  )
}

const sumOf = (counts: Record<SubscriptionStatus, number>) =>
  subscriptionStatuses.reduce((sum, status) => sum + counts[status], 0)
