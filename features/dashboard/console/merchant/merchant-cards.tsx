import { IconMapPin, IconScan, IconTicket } from '@tabler/icons-react'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import type { MerchantOverview } from '../../contract'

const countFormat = new Intl.NumberFormat()

function counted(count: number, one: string, many: string): string {
  return `${countFormat.format(count)} ${count === 1 ? one : many}`
}

/** The ways on stand even while the figures are missing. */
export function MerchantCards({ overview }: { overview: MerchantOverview | undefined }) {
  const today =
    overview &&
    `${countFormat.format(overview.redemptionsToday)} today, ${countFormat.format(overview.redemptions30Days)} in 30 days`
  return (
    <nav className="q-grid-3" aria-label="This merchant">
      <LinkCard
        icon={IconMapPin}
        title="Locations"
        text={overview ? counted(overview.locations, 'location', 'locations') : 'Addresses and hours'}
        to="/locations"
      />
      <LinkCard
        icon={IconTicket}
        title="Plans & Pricing"
        text={overview ? counted(overview.activePlans, 'active plan', 'active plans') : 'What subscribers can buy'}
        to="/plans"
      />
      <LinkCard
        icon={IconScan}
        title="Usage & Redemptions"
        text={today ?? 'Drinks as they are redeemed'}
        to="/redemptions"
      />
    </nav>
  )
}
