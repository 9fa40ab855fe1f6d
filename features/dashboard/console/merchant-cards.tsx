import { IconMapPin, IconScan, IconTicket } from '@tabler/icons-react'
import { counted, formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import type { MerchantOverview } from '../contract'

/** The ways on stand even while the figures are missing. */
export function MerchantCards({ overview }: { overview: MerchantOverview | undefined }) {
  const today =
    overview && `${formatCount(overview.redemptionsToday)} today, ${formatCount(overview.redemptions30Days)} in 30 days`
  return (
    <nav className="q-grid-3" aria-label="This merchant">
      <LinkCard
        icon={IconMapPin}
        title="Locations"
        text={overview ? counted(overview.locations, 'location') : 'Addresses and hours'}
        to="/locations"
      />
      <LinkCard
        icon={IconTicket}
        title="Plans & Pricing"
        text={overview ? counted(overview.activePlans, 'active plan') : 'What subscribers can buy'}
        to="/plans"
      />
      <LinkCard icon={IconScan} title="Usage & Redemptions" text={today ?? 'Drinks redeemed today'} to="/redemptions" />
    </nav>
  )
}
