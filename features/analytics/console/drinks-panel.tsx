import { IconGlassFull } from '@tabler/icons-react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { ChartTable } from '@quaff/platform/console/display/charts/chart-table'
import { Plot } from '@quaff/platform/console/display/charts/plot'
import { counted, formatAverage, formatCount, formatShare } from '@quaff/platform/console/display/formats'
import { unrecordedText } from '@quaff/platform/console/display/measured-labels'
import { MeasuredPanel, saveMeasured } from '@quaff/platform/console/display/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { isolated } from '@quaff/platform/shared/readable-text'
import { isOnRecord } from '@quaff/platform/shared/time-windows'
import type { DayRange } from '../range-rules'
import type { Drinks } from '../usage-contract'
import {
  addDrinks,
  type DrinkBar,
  drinkBars,
  drinkParts,
  drinkTotals,
  type DrinkTotals,
  isOnePart,
} from '../usage-rules'
import { analyticsApi } from './analytics-queries'
import { filtersOf, type LinkScope, redemptionsLink } from './overview-links'
import { PartsProgress, useParts } from './parts-progress-section'

export function DrinksPanel({ scope }: { scope: LinkScope }) {
  const { range } = scope
  const { from, to, ...filters } = filtersOf(range)
  const unit = unitOf(range)
  const title = `Drinks per ${unit.one}`
  const parts = useParts({
    parts: drinkParts({ from, to }),
    ask: (part) => analyticsApi.drinks.queryOptions({ input: { ...filters, ...part } }),
    add: addDrinks,
  })
  const isWhole = parts.done === parts.total
  return (
    <MeasuredPanel
      title={title}
      formula={drinksFormula(unit)}
      what="drinks per subscriber"
      query={parts}
      height={276}
      empty={(data) =>
        isWhole &&
        data.counts.length === 0 && (
          <EmptyState
            icon={IconGlassFull}
            title={beforeRecordText(data) ? 'No redemptions recorded in this range' : 'No subscribers in this range'}
            text={beforeRecordText(data) ?? 'Choose a longer range.'}
          />
        )
      }
      footer={(data) => (
        <>
          {leftOutText(data) && <span className="q-caption">{leftOutText(data)}</span>}
          {data.withoutPerson > 0 && <span className="q-caption q-num">{personlessText(data)}</span>}
          <ButtonLink size="sm" variant="quiet" to={redemptionsLink(scope)}>
            Redemptions
          </ButtonLink>
        </>
      )}
      onSave={isWhole ? (data) => save(data, unit) : undefined}
      table={(data) => (
        <>
          <PartsProgress parts={parts} title={title} />
          <BarsTable data={data} unit={unit} caption={title} />
        </>
      )}
    >
      {({ counts }) => (
        <>
          <PartsProgress parts={parts} title={title} />
          <Bars counts={counts} unit={unit} />
        </>
      )}
    </MeasuredPanel>
  )
}

function Bars({ counts, unit }: { counts: Drinks['counts']; unit: DrinkUnit }) {
  const totals = drinkTotals(counts)
  return (
    <Plot
      caption={`${unit.many} by number of drinks`}
      lead={(pointedAt) => <span className="q-caption q-num">{pointedAt ?? totalsText(totals, unit)}</span>}
      points={drinkBars(counts).map((bar) => ({
        label: barText(bar),
        shortLabel: barText(bar, true),
        value: bar.people,
        note: shareText(bar.people, totals.people),
      }))}
      valueLabel={unit.many.toLowerCase()}
      oneLabel={unit.one}
      hasTable={false}
    />
  )
}

function BarsTable({ data, unit, caption }: { data: Drinks; unit: DrinkUnit; caption: string }) {
  const { people } = drinkTotals(data.counts)
  return (
    <ChartTable
      caption={caption}
      headers={['Drinks', unit.many, 'Share']}
      rows={drinkBars(data.counts).map((bar) => [barText(bar), formatCount(bar.people), shareText(bar.people, people)])}
    />
  )
}

/** Every number of drinks by itself: bars are for the eye. */
function save(data: Drinks, unit: DrinkUnit): void {
  saveMeasured(
    'drinks-per-subscriber',
    ['Drinks', unit.many],
    data.counts.map(({ drinks, people }) => [drinks, people]),
    data,
    [`Redemptions without a customer: ${data.withoutPerson}`],
  )
}

type DrinkUnit = { one: string; many: string }

const subscriber = { one: 'subscriber', many: 'Subscribers' } as const satisfies DrinkUnit
const subscriberMonth = { one: 'subscriber and month', many: 'Subscriber-months' } as const satisfies DrinkUnit

/** A range that is read by month counts a subscriber once per month. */
const unitOf = (range: DayRange): DrinkUnit => (isOnePart(range) ? subscriber : subscriberMonth)

const whom =
  'Completed redemptions per customer. Subscribers who didn’t redeem count as 0. Voided redemptions aren’t included.'

function drinksFormula(unit: DrinkUnit): string {
  if (unit === subscriber) return whom
  return `${whom} Over 92 days, each subscriber counts once per calendar month.`
}

/** "3–4 drinks", "61 or more drinks"; short: "3–4", "61+". */
function barText({ from, to }: DrinkBar, isShort = false): string {
  const range = to === from ? `${from}` : `${from}–${to}`
  if (isShort) return to === null ? `${from}+` : range
  if (to === null) return `${from} or more drinks`
  return to === 1 ? '1 drink' : `${range} drinks`
}

const shareText = (people: number, all: number) => formatShare(all === 0 ? 0 : people / all)

/** "1,204 subscribers · average 6.2 · median 5" */
function totalsText({ people, average, median }: DrinkTotals, unit: DrinkUnit): string {
  const who = counted(people, unit.many.toLowerCase().replace(/s$/, ''))
  if (average === null || median === null) return who
  return `${isolated(who)} · average ${formatAverage(average)} · median ${median}`
}

const personlessText = ({ withoutPerson }: Drinks) =>
  `${counted(withoutPerson, 'redemption')} without a customer not included`

type Recorded = Pick<Drinks, 'window' | 'recordedSince' | 'timeZone'>

/** Why there is no figure at all; undefined where the range reaches the first redemption. */
export function beforeRecordText({ window, recordedSince, timeZone }: Recorded): string | undefined {
  if (recordedSince === null || recordedSince < window.to) return undefined
  return `Redemptions are ${unrecordedText(recordedSince, timeZone)}. Choose a later range.`
}

/** Why early days of the range are not in the figures; undefined where all are. */
function leftOutText({ window, recordedSince, timeZone }: Recorded): string | undefined {
  if (recordedSince === null || isOnRecord(timeZone, window, recordedSince)) return undefined
  return `Days before the first redemption aren’t included: ${unrecordedText(recordedSince, timeZone)}`
}
