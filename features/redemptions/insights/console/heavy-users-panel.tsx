import { IconAlertTriangle, IconCup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { RelativeTime, counted, formatAverage } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { MeasuredPanel, saveMeasured } from '@quaff/platform/console/display/measured-panel'
import { StatusPill } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { redemptionsApi } from '../../console/redemption-queries'
import { insightLimits, type HeavyUser, type HeavyUsers } from '../../insights-contract'
import { PeopleList, PersonText } from './person-text'
import classes from './insights.module.css'

const { heavyDays, heavyRows, quickGapMs, repeatedQuickGaps } = insightLimits
const quickMinutes = quickGapMs / 60_000
const formula = `Top ${heavyRows} by completed redemptions in ${heavyDays} days. Flagged: ${repeatedQuickGaps} or more drinks within ${quickMinutes} minutes of the previous one.`

export function HeavyUsersPanel({ merchantId }: { merchantId: string }) {
  const query = useQuery(redemptionsApi.heavyUsers.queryOptions({ input: { merchantId } }))
  return (
    <MeasuredPanel
      title="Most frequent customers"
      formula={formula}
      what="most frequent customers"
      query={query}
      height={320}
      isOwnTime
      flush
      empty={({ rows }) =>
        rows.length === 0 && (
          <EmptyState
            icon={IconCup}
            title={`No redemptions in ${heavyDays} days`}
            text="Your most frequent customers appear here."
          />
        )
      }
      footer={({ rows }) => {
        const flagged = rows.filter((row) => row.flagged).length
        return (
          <span className="q-caption">
            Top {rows.length} · {flagged === 0 ? 'none flagged' : `${flagged} flagged`}
          </span>
        )
      }}
      onSave={saveHeavy}
    >
      {({ rows, timeZone }) => (
        <PeopleList rows={[...rows.entries()]}>
          {([index, row]) => <Heavy key={row.userId ?? index} row={row} timeZone={timeZone} />}
        </PeopleList>
      )}
    </MeasuredPanel>
  )
}

function Heavy({ row, timeZone }: { row: HeavyUser; timeZone: string }) {
  return (
    <li className={classes.person}>
      <InitialsMark name={row.name ?? 'Unnamed subscriber'} round />
      <span className={classes.who}>
        <PersonText {...row} />
        {row.flagged ? (
          <StatusPill tone="warn" icon={IconAlertTriangle}>
            {row.quickGaps}× under {quickMinutes} min
          </StatusPill>
        ) : (
          <span className="q-caption">
            Last visit <RelativeTime value={row.lastRedeemedAt} timeZone={timeZone} />
          </span>
        )}
      </span>
      <span className={classes.figures}>
        <span className="q-num q-strong">{counted(row.drinks, 'drink')}</span>
        <span className="q-caption q-num">
          {row.drinksPerDay < 0.05 ? 'Under 0.1' : formatAverage(row.drinksPerDay)} per day
        </span>
      </span>
    </li>
  )
}

function saveHeavy(data: HeavyUsers): void {
  saveMeasured(
    'heavy-users',
    ['Name', 'Drinks', 'Drinks per day', 'Last drink', `Under ${quickMinutes} minutes`, 'Flagged'],
    data.rows.map((row) => [
      row.name ?? '',
      row.drinks,
      row.drinksPerDay,
      row.lastRedeemedAt.toISOString(),
      row.quickGaps,
      row.flagged ? 'yes' : 'no',
    ]),
    data,
  )
}
