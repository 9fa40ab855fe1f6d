import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { PayoutRow } from '../contract'
import { periodName } from '../period/rules'
import { NetText } from './net-text'
import { PayoutStatusPill } from './payout-status-pill'

type HeaderFacts = Pick<PayoutRow, 'merchantId' | 'merchantName' | 'period' | 'currency' | 'net' | 'status'>

export function PayoutHeader({ payout, isManager }: { payout: HeaderFacts; isManager: boolean }) {
  const { merchantId, merchantName, period, currency, net, status } = payout
  return (
    <div className="q-row">
      <InitialsMark name={merchantName} size="lg" />
      <div className="q-grow">
        {isManager ? (
          <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-h2">
            {merchantName}
          </AppLink>
        ) : (
          <b className="q-h2">{merchantName}</b>
        )}
        <div className="q-row q-wrap">
          <PayoutStatusPill status={status} />
          <span className="q-caption">
            {periodName(period)}, {currency.toUpperCase()}
          </span>
        </div>
      </div>
      <span className="q-h2">
        <NetText amount={net} currency={currency} />
      </span>
    </div>
  )
}
