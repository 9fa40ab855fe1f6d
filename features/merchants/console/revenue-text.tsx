import { Money } from '@quaff/platform/console/display/money'
import type { MerchantRow } from '../contract'

/** One total per currency, never added together. */
export function RevenueText({ totals }: { totals: MerchantRow['monthlyRevenue'] }) {
  const [first, ...rest] = totals
  if (!first) return <span>—</span>
  return (
    <>
      <Money {...first} />
      {rest.map((total) => (
        <span key={total.currency} className="q-caption">
          {' + '}
          <Money {...total} />
        </span>
      ))}
    </>
  )
}
