import { IconGlassFull } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText, RelativeTime } from '@quaff/platform/console/display/formats'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { RedemptionView } from '../view-contract'
import { redemptionsApi } from './redemption-queries'
import { RedemptionStatusPill } from './redemption-status-pill'
import classes from '@quaff/platform/console/display/rows.module.css'

const noRedemptions: RedemptionView[] = []

export function UserRedemptions({ userId }: { userId: string }) {
  const timeZone = useTimeZone()
  const query = useQuery(redemptionsApi.ofUser.queryOptions({ input: { userId } }))
  // A failed query keeps the specified empty list. The panel shows the error.
  const redemptions = query.data?.redemptions ?? noRedemptions
  return (
    <Panel
      title="Redemptions"
      flush
      query={query}
      lines={6}
      what="redemptions"
      footer={
        redemptions.length > 0 && (
          <span className="q-caption" role="status">
            {query.data?.hasMore ? `Latest ${redemptions.length}` : countText(redemptions)}
            {inZone(timeZone)}
          </span>
        )
      }
    >
      {redemptions.length === 0 ? (
        <EmptyState icon={IconGlassFull} title="No redemptions yet" text="This customer’s redemptions appear here." />
      ) : (
        <ul aria-label="Redemptions, newest first">
          {redemptions.map((redemption) => (
            <RedemptionRow key={redemption.id} redemption={redemption} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const countText = ({ length }: readonly RedemptionView[]) => (length === 1 ? '1 redemption' : `${length} redemptions`)

function RedemptionRow({ redemption, timeZone }: { redemption: RedemptionView; timeZone: string }) {
  const { merchantId, merchantName, locationName, planName, redeemedAt, method, status } = redemption
  return (
    <li className={classes.row}>
      <span className={classes.details}>
        <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-link">
          {merchantName}
        </AppLink>
        <span>
          {isolated(planName)} at {isolated(locationName)}
        </span>
        <span className="q-caption">
          <DateText value={redeemedAt} style="datetime" timeZone={timeZone} />, by {method}
        </span>
      </span>
      <span className={classes.state}>
        <RedemptionStatusPill status={status} />
        <span className="q-caption">
          <RelativeTime value={redeemedAt} timeZone={timeZone} />
        </span>
      </span>
    </li>
  )
}
