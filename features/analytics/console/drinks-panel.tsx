import { IconGlassFull } from '@tabler/icons-react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { ChartTable } from '@quaff/platform/console/display/charts/chart-table'
import { Plot } from '@quaff/platform/console/display/charts/plot'
import { formatCount } from '@quaff/platform/console/display/figure-text'
import { MeasuredPanel } from '@quaff/platform/console/display/measured-panel'
import { saveMeasured } from '@quaff/platform/console/display/save-measured'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { Drinks } from '../usage/contract'
import { addDrinks, drinkBars, drinkParts, drinkTotals } from '../usage/rules'
import { analyticsApi } from './analytics-queries'
import {
  barText,
  beforeRecordText,
  drinksFormula,
  leftOutText,
  personlessText,
  shareText,
  totalsText,
  unitOf,
  type DrinkUnit,
} from './drink-words'
import { filtersOf } from './economics-scope'
import { redemptionsLink, type LinkScope } from './overview-links'
import { PartsProgress } from './parts-progress-section'
import { useParts } from './use-parts'

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
