import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { joinNotes } from '@quaff/platform/console/display/measured/measured-words'
import { categoryLabel } from '../category/rules'
import type { MerchantRecord, MerchantRow } from '../contract'
import { LiveSwitchField } from './live-switch-field'
import { MerchantStatusPill } from './merchant-status-pill'

type MerchantSheetHeaderProps = {
  merchant: MerchantRow
  /** Once it is loaded. */
  record: MerchantRecord | undefined
}

export function MerchantSheetHeader({ merchant, record }: MerchantSheetHeaderProps) {
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
            {joinNotes(categoryLabel(merchant.businessType), record?.address.city ?? undefined, 'created')}{' '}
            <DateText value={merchant.createdAt} timeZone={timeZone} />
          </span>
        </div>
      </div>
      {record && <LiveSwitchField merchant={record} />}
    </div>
  )
}
