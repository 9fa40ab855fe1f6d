import { IconReceipt } from '@tabler/icons-react'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'

/** No figure is shown before payouts are generated: an amount that nobody computed would be believed. */
export function PayoutSummaryPanel() {
  return (
    <Panel title="Payout summary">
      <div className="q-stack">
        <KeyValue
          items={[
            { label: 'Method', value: 'Manual' },
            { label: 'Schedule', value: 'Manual' },
          ]}
        />
        <p className="q-secondary">
          Payouts are made by hand. The amount of a period appears here once payouts are generated.
        </p>
      </div>
    </Panel>
  )
}

export function StatementsPanel() {
  return (
    <Panel title="Statements">
      <EmptyState
        icon={IconReceipt}
        title="No statements yet"
        text="Statements appear here once payouts are generated."
      />
    </Panel>
  )
}
