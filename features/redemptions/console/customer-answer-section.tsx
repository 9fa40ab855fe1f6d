import { IconChevronLeft, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  useLiveRefresh,
  useCan,
  useFiguresTimeZone,
  useSessionUser,
} from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { DateText, RelativeTime } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { Notice, Panel, SkeletonText } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { isolated } from '@quaff/platform/shared/readable-text'
import { redemptionPermissions } from '../permissions'
import { voidRefusals } from '../refusals'
import type { Customer, FindingReason } from '../scan-contract'
import type { UsageRow } from '../usage-contract'
import { voidRefusal } from '../usage-rules'
import { VoidButton } from '../usage/console/redemption-sheet'
import { usageKey } from '../usage/console/usage-key'
import { UsageStatus } from '../usage/console/usage-status-pill'
import { allowanceText, PassItem } from './customer-explanation-widget'
import { FindingText } from './finding-list'
import { redemptionsApi } from './redemption-queries'
import classes from './find-customer.module.css'
import passClasses from './redemptions.module.css'

/** Locations close and allowances renew without an event. */
const RECHECK_MS = 60_000

type CustomerAnswerProps = { merchantId: string; subscriptionId: string; onBack: () => void }

export function CustomerAnswer({ merchantId, subscriptionId, onBack }: CustomerAnswerProps) {
  const client = useQueryClient()
  const timeZone = useFiguresTimeZone()
  const root = useRef<HTMLDivElement>(null)
  const query = useQuery(
    redemptionsApi.getCustomer.queryOptions({
      input: { merchantId, subscriptionId },
      staleTime: 0,
      refetchInterval: RECHECK_MS,
    }),
  )
  useLiveRefresh(
    ['subscription', 'redemption', 'merchant', 'location', 'plan'],
    () => client.invalidateQueries({ queryKey: redemptionsApi.getCustomer.key() }),
    (event) => event.merchantId === merchantId,
  )
  useEffect(() => {
    // On a phone the field with the focus is hidden now.
    if (document.activeElement === document.body || document.activeElement?.checkVisibility() === false)
      root.current?.focus()
  }, [])
  const customer = query.data
  return (
    <div ref={root} tabIndex={-1} className={classes.answer} aria-label="Customer" role="group">
      <button type="button" className={`q-link ${classes.back}`} onClick={onBack}>
        <Glyph icon={IconChevronLeft} /> Results
      </button>
      {customer ? (
        <CustomerDetails customer={customer} subscriptionId={subscriptionId} timeZone={timeZone} />
      ) : (
        <Panel>
          {query.isError ? (
            <ErrorState what="this customer" error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonText lines={8} />
          )}
        </Panel>
      )}
    </div>
  )
}

type CustomerDetailsProps = { customer: Customer; subscriptionId: string; timeZone: string }

function CustomerDetails({ customer, subscriptionId, timeZone }: CustomerDetailsProps) {
  const { passes, passesTotal, at } = customer
  const name = customer.name ?? 'Subscriber'
  // The pass that was looked up comes first.
  const shown = passes.toSorted((one, other) => Number(isOf(other)) - Number(isOf(one)))
  function isOf(pass: { subscriptionId: string }) {
    return pass.subscriptionId === subscriptionId
  }
  return (
    <>
      <div className="q-row">
        <InitialsMark name={name} round size="lg" />
        <h2 className="q-h2">{name}</h2>
      </div>
      <Answer customer={customer} timeZone={timeZone} />
      <Panel title="What a scan checks">
        <ul className={`${passClasses.passes} ${classes.passes}`} aria-label="Passes">
          {shown.map((pass) => (
            <PassItem
              key={pass.subscriptionId}
              pass={pass}
              at={at}
              timeZone={timeZone}
              short={false}
              isOnly={passesTotal === 1}
              isHere
            />
          ))}
        </ul>
        {passesTotal > passes.length && <p className="q-caption">And {passesTotal - passes.length} more.</p>}
      </Panel>
      <LastRedemptions rows={customer.redemptions} timeZone={timeZone} />
    </>
  )
}

function Answer({ customer: { scan, passes }, timeZone }: { customer: Customer; timeZone: string }) {
  const pass = passes.find((one) => one.subscriptionId === scan.subscriptionId)
  const withPass = pass && passes.length > 1 ? ` with ${isolated(pass.planName)}` : ''
  const { because } = scan
  return (
    <div role="status">
      {scan.accepted ? (
        <Notice tone="ok" icon={IconCircleCheck} title={`A scan would work now${withPass}`}>
          {pass && `${allowanceText(pass.allowance)}.`}
        </Notice>
      ) : (
        <Notice tone="danger" icon={IconCircleX} title={`A scan would be refused${withPass}`}>
          {because ? (
            <>
              <FindingText finding={because} timeZone={timeZone} /> {advice[because.reason]}
            </>
          ) : (
            'The app doesn’t accept this customer’s account. The customer can ask support in the app.'
          )}
        </Notice>
      )}
    </div>
  )
}

/** Tells what to do now. Reasons that pass by themselves have none. */
const advice: Partial<Record<FindingReason, string>> = {
  PAST_DUE: 'The customer can update the card in the app.',
  CANCELED: 'The customer can subscribe again in the app.',
  PERIOD_OVER: 'The pass works again after the next payment.',
  ALLOWANCE_USED_UP: 'If a drink wasn’t handed over, void its redemption below.',
  CLOSED_NOW: 'If you’re open, correct the hours in Locations.',
  OUTSIDE_TIME_WINDOW: 'Plans & Pricing has the plan’s hours.',
  VALID_LOCATIONS_GONE: 'Choose its locations in Plans & Pricing.',
  PLAN_UNKNOWN: 'The plan was deleted. Ask an administrator.',
  RULE_UNREADABLE: 'Save the plan again in Plans & Pricing.',
  STATUS_UNKNOWN: 'Ask an administrator.',
  PERIOD_UNKNOWN: 'Ask an administrator.',
  VENUE_SUSPENDED: 'Ask an administrator.',
  VENUE_ARCHIVED: 'Ask an administrator.',
  VENUE_DECLINED: 'Ask an administrator.',
  VENUE_UNKNOWN: 'Ask an administrator.',
}

function LastRedemptions({ rows, timeZone }: { rows: readonly UsageRow[]; timeZone: string }) {
  const now = useNow()
  const { role } = useSessionUser()
  const can = useCan(redemptionPermissions, 'redemption.void').allowed
  const [voidingKey, setVoidingKey] = useState<string>()
  const refusals = rows.map((row) => voidRefusal({ ...row, role }, now, timeZone))
  return (
    <Panel
      flush
      title="Last redemptions"
      actions={
        <AppLink to="/redemptions?tab=history" className="q-link">
          History
        </AppLink>
      }
      footer={
        can &&
        refusals.includes('NOT_TODAY') &&
        !refusals.includes(null) && <span className="q-caption">{voidRefusals.NOT_TODAY.text}</span>
      }
    >
      {rows.length === 0 ? (
        <p className={`q-secondary ${classes.redemption}`}>No redemptions here yet</p>
      ) : (
        <ul>
          {rows.map((row, index) => {
            const key = usageKey(row)
            return (
              <li key={key} className={classes.redemption}>
                <span>
                  <b className="q-strong">
                    <DateText value={row.redeemedAt} style="datetime" timeZone={timeZone} />
                  </b>
                  {` · ${isolated(row.locationName)}`}
                  <br />
                  <span className="q-caption">
                    {isolated(row.planName)} · <RelativeTime value={row.redeemedAt} timeZone={timeZone} />
                  </span>
                </span>
                {can && (refusals[index] === null || voidingKey === key) ? (
                  <VoidButton
                    row={row}
                    timeZone={timeZone}
                    opened={voidingKey === key}
                    onOpen={() => setVoidingKey(key)}
                    onClose={() => setVoidingKey(undefined)}
                  />
                ) : (
                  <UsageStatus row={row} />
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
