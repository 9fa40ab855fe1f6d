import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHourglass, IconQuestionMark } from '@tabler/icons-react'
import { DateText, formatMoney } from '@quaff/platform/console/display/formats'
import { MetaPill, type StatusMeta } from '@quaff/platform/console/display/panel'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import { subscriptionStatuses, type SubscriptionStatus, type BillingInterval } from '../contract'
import { intervalText } from '../rules'

export const subscriptionStatusMeta = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  trialing: { label: 'Trialing', tone: 'info', icon: IconHourglass },
  past_due: { label: 'Past due', tone: 'danger', icon: IconAlertTriangle },
  canceled: { label: 'Canceled', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<SubscriptionStatus, StatusMeta>

/** Imported subscriptions may have an unknown status. */
export function SubscriptionStatusPill({ status }: { status: string }) {
  const known = subscriptionStatuses.find((candidate) => candidate === status)
  const meta: StatusMeta = known
    ? subscriptionStatusMeta[known]
    : { label: codeTitle(status), tone: 'neutral', icon: IconQuestionMark }
  return <MetaPill meta={meta} />
}

/** Shows "Ends Dec 20" for a scheduled end. */
export function EndsText({ endsAt, timeZone }: { endsAt: Date | null; timeZone: string }) {
  if (!endsAt) return null
  return (
    <span className="q-caption q-nowrap">
      Ends <DateText value={endsAt} timeZone={timeZone} />
    </span>
  )
}

type Billed = { amount: number; currency: string; interval: BillingInterval; intervalCount: number }

/** "$29.00 / month", "£9.00 / 2 weeks" */
export const priceText = ({ amount, currency, ...every }: Billed) =>
  `${formatMoney(amount, currency)} / ${intervalText(every)}`
