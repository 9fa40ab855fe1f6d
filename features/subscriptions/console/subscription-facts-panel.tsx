import { DateRangeText, DateText } from '@quaff/platform/console/display/date-time'
import { formatCount, formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { ZoneCaption } from '@quaff/platform/console/display/measured/measured-words'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { SubscriptionRecord } from '../contract'
import { priceText } from './price-text'
import { subscriberNameOf } from './subscription-name'

type SubscriptionFactsPanelProps = { record: SubscriptionRecord; timeZone: string; isAdministrator: boolean }

export function SubscriptionFactsPanel({ record, timeZone, isAdministrator }: SubscriptionFactsPanelProps) {
  const { userId, merchantId, merchantName, isPriced, monthlyAmount, currency, recentRedemptions } = record
  const name = subscriberNameOf(record)
  const day = (value: Date) => <DateText value={value} timeZone={timeZone} />
  return (
    <Panel title="Subscription" footer={<ZoneCaption timeZone={timeZone} />}>
      <KeyValue
        items={[
          {
            label: 'Subscriber',
            value: userId ? (
              <AppLink to={`/users?id=${encodeURIComponent(userId)}`} className="q-link">
                {name}
              </AppLink>
            ) : (
              name
            ),
          },
          ...(isAdministrator ? [{ label: 'Email', value: record.email }] : []),
          {
            label: 'Merchant',
            value: isAdministrator ? (
              <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-link">
                {merchantName}
              </AppLink>
            ) : (
              merchantName
            ),
          },
          { label: 'Plan', value: record.planName },
          { label: 'Price', value: isPriced ? priceText(record) : 'None' },
          { label: 'Monthly value', value: isPriced ? formatMoney(monthlyAmount, currency) : '—' },
          {
            label: 'Current period',
            value: <DateRangeText from={record.currentPeriodStart} to={record.currentPeriodEnd} timeZone={timeZone} />,
          },
          { label: 'Created', value: day(record.createdAt) },
          { label: 'Updated', value: day(record.updatedAt) },
          {
            label: 'Redemptions, last 30 days',
            value: recentRedemptions === null ? '—' : formatCount(recentRedemptions),
          },
          ...(record.cancelReason ? [{ label: 'Cancellation reason', value: record.cancelReason }] : []),
        ]}
      />
    </Panel>
  )
}
