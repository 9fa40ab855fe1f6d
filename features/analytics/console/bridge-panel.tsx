import { IconArrowsUpDown, IconChevronRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { type MovementKind, movementKinds } from '@quaff/features/subscriptions/movement-rules'
import { formatCount, formatMoney, formatMoneyChange } from '@quaff/platform/console/display/formats'
import { MeasuredPanel, saveMeasured } from '@quaff/platform/console/display/measured-panel'
import { Skeleton } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { Bridge, BridgeStep } from '../cancellations-contract'
import { countDays } from '../range-rules'
import type { ChangeAnalyticsSearch } from './analytics-search-widget'
import { BridgeSheet } from './bridge-sheet'
import { type Bar, bridgeBars, bridgeSentence, kindLabels, previousText } from './bridge-text'
import { dayText } from './churn-panel'
import { changeLink, type LinkScope } from './overview-links'
import classes from './bridge.module.css'

type BridgePanelProps = {
  query: UseQueryResult<Bridge>
  /** The chosen currency; the first one if it has no revenue. */
  step: BridgeStep | undefined
  scope: LinkScope
  onSearch: ChangeAnalyticsSearch
}

const formula =
  'Compares what each subscription paid per month at the start and at the end. The changes add up to the difference.'

export function BridgePanel({ query, step, scope, onSearch }: BridgePanelProps) {
  const { data } = query
  return (
    <>
      <section aria-label="In short" className={classes.lead}>
        {data ? (
          <Sentence data={data} step={step} scope={scope} />
        ) : (
          query.isPending && <Skeleton height={32} width="70%" />
        )}
      </section>
      <MeasuredPanel
        title="What changed"
        formula={formula}
        what="what changed"
        query={query}
        height={336}
        phoneHeight={560}
        flush
        empty={({ steps }) =>
          steps.length === 0 && (
            <EmptyState
              icon={IconArrowsUpDown}
              title="No revenue yet"
              text="Changes appear here with the first active subscription."
            />
          )
        }
        onSave={save}
      >
        {() => step && <BridgeBars step={step} scope={scope} />}
      </MeasuredPanel>
      {data && step && <BridgeSheet step={step} data={data} scope={scope} onSearch={onSearch} />}
    </>
  )
}

function Sentence({ data, step, scope: { range } }: Pick<BridgePanelProps, 'step' | 'scope'> & { data: Bridge }) {
  if (!step) return <p className={classes.say}>No monthly revenue in this range.</p>
  const { lead, change, rest } = bridgeSentence(step)
  const days = countDays(range)
  const isRunning = data.window.to > data.measuredAt
  const unknown = range.compare && 'Not compared, because the period before isn’t fully on record.'
  return (
    <>
      <p className={classes.say}>
        {unbroken(lead)}
        {change && <span data-good={step.endMinor > step.startMinor}>{unbroken(change)}</span>}
        {rest && unbroken(rest)}
      </p>
      <p className="q-secondary q-num">{previousText(step, days, isRunning) ?? unknown}</p>
    </>
  )
}

/** A line may break after a minus; a word joiner keeps it with its amount. */
const unbroken = (text: string) => text.replaceAll('−', '−\u2060')

function BridgeBars({ step, scope }: { step: BridgeStep; scope: LinkScope }) {
  const { bars, isCut } = bridgeBars(step)
  const { from, to } = scope.range
  return (
    <ol className={classes.bridge} aria-label={`Monthly revenue from ${dayText(from)} to ${dayText(to)}`}>
      {bars.map((bar) => (
        <BridgeBar key={bar.key} bar={bar} step={step} scope={scope} isCut={isCut} />
      ))}
    </ol>
  )
}

function BridgeBar({ bar, step, scope, isCut }: { bar: Bar; step: BridgeStep; scope: LinkScope; isCut: boolean }) {
  const { key, amountMinor, low, high, to } = bar
  const { currency, counts, previous } = step
  const isTotal = key === 'start' || key === 'end'
  const isKind = !isTotal && key !== 'unrecorded'
  const before =
    isKind && previous && (amountMinor || previous[key]) !== 0 && `vs ${formatMoneyChange(previous[key], currency)}`
  const captions = [
    isTotal && dayText(key === 'start' ? scope.range.from : scope.range.to),
    isKind && counts[key] > 0 && countText(counts[key], key),
    before && unbroken(before),
  ]
  const content = (
    <>
      <span className={classes.plot} aria-hidden style={{ '--low': low, '--high': high, '--to': to } as CSSProperties}>
        {(isTotal || high > low) && <span className={classes.bar} />}
        {isTotal && isCut && <span className={classes.cut} />}
      </span>
      <span className={classes.text}>
        <span className={classes.amount}>
          {isTotal ? formatMoney(amountMinor, currency) : formatMoneyChange(amountMinor, currency)}
        </span>
        <span className={classes.name}>{nameOf(key)}</span>
        {captions.map(
          (caption, index) =>
            caption && (
              <span key={index} className="q-caption q-num">
                {caption}
              </span>
            ),
        )}
      </span>
    </>
  )
  return (
    <li data-good={isTotal || amountMinor === 0 ? undefined : amountMinor > 0}>
      {isKind && counts[key] > 0 ? (
        <AppLink to={changeLink(scope, key)} className={classes.item}>
          {content}
          <Glyph icon={IconChevronRight} className={classes.go} />
        </AppLink>
      ) : (
        <div className={classes.item}>{content}</div>
      )}
    </li>
  )
}

/** Narrow columns show the number alone. */
const countText = (count: number, kind: MovementKind) => (
  <>
    {formatCount(count)}
    <span className={classes.unit}> {count === 1 ? 'subscription' : 'subscriptions'}</span>
    {/* The churn rate counts all that were canceled, so the numbers differ. */}
    {kind === 'lost' && ' active at the start'}
  </>
)

function nameOf(key: Bar['key']): string {
  if (key === 'start') return 'Start'
  if (key === 'end') return 'End'
  return key === 'unrecorded' ? 'Unrecorded' : kindLabels[key]
}

function save(data: Bridge): void {
  saveMeasured(
    'revenue-bridge',
    ['Currency', 'Start', ...movementKinds.map((kind) => kindLabels[kind]), 'Unrecorded', 'End'],
    data.steps.map(({ currency, startMinor, moves, unrecordedMinor, endMinor }) => [
      currency.toUpperCase(),
      ...[startMinor, ...movementKinds.map((kind) => moves[kind]), unrecordedMinor, endMinor].map((amount) => ({
        decimal: decimalText(amount, currency),
      })),
    ]),
    data,
  )
}
