import type { MerchantRow } from '../../contract'
import { businessTypeLabel } from '../merchant-status'
import { MerchantStatusPill } from '../merchant-status-pill'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'

export function MerchantSheetHeader({ merchant, city }: { merchant: MerchantRow; city: string | undefined }) {
  const timeZone = useTimeZone()
  return (
    <div className="q-row">
      <InitialsMark name={merchant.name} imageUrl={merchant.logoUrl} size="lg" />
      <div className="q-grow">
        <b className="q-h2" aria-hidden>
          {merchant.name}
        </b>
        <div className="q-row q-wrap">
          <MerchantStatusPill merchant={merchant} timeZone={timeZone} />
          <span className="q-caption">
            {[businessTypeLabel(merchant.businessType), city].filter(Boolean).join(', ')}. Created{' '}
            <DateText value={merchant.createdAt} timeZone={timeZone} />.
          </span>
        </div>
      </div>
    </div>
  )
}
