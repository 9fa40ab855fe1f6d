import { IconMoodSmile } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DateText, RelativeTime, counted, formatCount } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { MeasuredPanel, saveMeasured } from '@quaff/platform/console/display/measured-panel'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { redemptionsApi } from '../../console/redemption-queries'
import { insightLimits, type IdleSubscriber, type IdleSubscribers } from '../../insights-contract'
import { PeopleList, PersonText } from './person-text'
import classes from './insights.module.css'

const { idleDays, idleRows, exportRows } = insightLimits

export function IdlePanel({ merchantId }: { merchantId: string }) {
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)
  const query = useQuery(redemptionsApi.idleSubscribers.queryOptions({ input: { merchantId, limit: idleRows } }))
  const save = async () => {
    setSaving(true)
    try {
      saveIdle(
        await client.fetchQuery(
          redemptionsApi.idleSubscribers.queryOptions({ input: { merchantId, limit: exportRows } }),
        ),
      )
    } catch {
      notifyError('Couldn’t save the list. Try again.')
    } finally {
      setSaving(false)
    }
  }
  return (
    <MeasuredPanel
      title="Inactive subscribers"
      formula={`Active passes at least ${idleDays} days old with no completed redemption in ${idleDays} days. Most recent first.`}
      what="inactive subscribers"
      query={query}
      height={320}
      isOwnTime
      flush
      empty={({ total, activePasses }) =>
        total === 0 && (
          <EmptyState
            icon={IconMoodSmile}
            title={activePasses === 0 ? 'No active passes yet' : 'No inactive subscribers'}
            text={
              activePasses === 0
                ? `Subscribers who don’t redeem for ${idleDays} days appear here.`
                : `Everyone has redeemed in the last ${idleDays} days.`
            }
          />
        )
      }
      footer={({ rows, total, activePasses }) => (
        <span className="q-caption" role="status">
          {formatCount(total)} of {counted(activePasses, 'active pass', 'active passes')}
          {rows.length < total && ` · ${formatCount(rows.length)} shown`}
          {total > exportRows && ` · CSV includes the first ${formatCount(exportRows)}`}
        </span>
      )}
      onSave={save}
      saving={saving}
    >
      {({ rows, timeZone }) => (
        <PeopleList rows={rows}>{(row) => <Idle key={row.subscriptionId} row={row} timeZone={timeZone} />}</PeopleList>
      )}
    </MeasuredPanel>
  )
}

function Idle({ row, timeZone }: { row: IdleSubscriber; timeZone: string }) {
  return (
    <li className={classes.person}>
      <InitialsMark name={row.name ?? 'Unnamed subscriber'} round />
      <span className={classes.who}>
        <PersonText {...row} />
        <span className="q-caption">{row.planName}</span>
      </span>
      <span className={classes.figures}>
        <span className="q-num">
          {row.lastRedeemedAt ? (
            <>
              Last visit <RelativeTime value={row.lastRedeemedAt} timeZone={timeZone} />
            </>
          ) : (
            'No visits yet'
          )}
        </span>
        <span className="q-caption">
          Subscriber since <DateText value={row.startedAt} timeZone={timeZone} />
        </span>
      </span>
    </li>
  )
}

function saveIdle(data: IdleSubscribers): void {
  saveMeasured(
    'paid-but-not-drinking',
    ['Name', 'Plan', 'Last drink', 'Subscriber since'],
    data.rows.map((row) => [row.name ?? '', row.planName, instantText(row.lastRedeemedAt), instantText(row.startedAt)]),
    data,
  )
}

/** The epoch means a missing time. */
const instantText = (at: Date | null) => (at === null || at.getTime() === 0 ? null : at.toISOString())
