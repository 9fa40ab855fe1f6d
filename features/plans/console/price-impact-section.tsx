import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { counted, formatMoney, formatMoneyChange } from '@quaff/platform/console/display/formats'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { PlanPriceInput, PlanRecord, PriceImpact } from '../contract'
import { isSamePrice, priceLabel } from '../price-rules'
import { parsePrices, type PriceValues } from './plan-form-values'
import { plansApi } from './plan-queries'
import { MoneyList } from './plan-text'
import classes from './plan-editor.module.css'

const people = (count: number) => counted(count, 'subscriber')

export function PriceImpactSection({ query }: { query: UseQueryResult<PriceImpact> }) {
  const ref = useRef<HTMLElement>(null)
  const isKnown = query.data !== undefined
  useEffect(() => {
    // The impact must be visible before saving, and the focused field must stay visible too.
    if (isKnown && ref.current && 'scrollIntoView' in ref.current) ref.current.scrollIntoView({ block: 'nearest' })
  }, [isKnown])
  return (
    <section ref={ref} className={classes.impact} aria-label="Impact of this change" aria-live="polite">
      <div className="q-row">
        <Glyph icon={IconAlertTriangle} size={18} className={classes.impactIcon} />
        <h3 className="q-h3">Impact of this change</h3>
        {query.data && <span className="q-caption q-end">{people(query.data.keptSubscribers)} keep the old price</span>}
      </div>
      <ReadingState
        query={query}
        lines={4}
        what="preview"
        text="You can still save. Current subscribers keep their price."
      />
      {query.data && <Impact impact={query.data} />}
    </section>
  )
}

function Impact({ impact }: { impact: PriceImpact }) {
  return (
    <>
      <p className="q-secondary">Applies to new subscribers. Current subscribers keep their price.</p>
      <ul className="q-stack-tight">
        {impact.changes.map(({ from, to, subscribers, mayLose }) => (
          <li key={priceLabel(from) + priceLabel(to)}>
            <b className="q-strong">{`${priceLabel(from)} → ${priceLabel(to)}`}</b>{' '}
            <span className="q-caption">
              {people(subscribers)}
              {mayLose !== null && `. If you moved everyone, you’d still earn more unless over ${mayLose} cancel`}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.figures} role="region" aria-label="Metrics before and after" tabIndex={0}>
        <table aria-label="Metrics before and after">
          <thead>
            <tr>
              <th scope="col">
                <span className="q-hidden">Metric</span>
              </th>
              <th scope="col">Now</th>
              <th scope="col">New subscribers only</th>
              <th scope="col">If you moved everyone</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {impact.revenue.map(({ currency, nowMinor, ifOnlyNewPayMinor, ifAllMovedMinor, changeMinor }) => (
              <tr key={currency}>
                <th scope="row">{`Monthly revenue, ${currency.toUpperCase()}`}</th>
                <td className="q-secondary">{formatMoney(nowMinor, currency)}</td>
                <td className="q-strong">{formatMoney(ifOnlyNewPayMinor, currency)}</td>
                <td>{formatMoney(ifAllMovedMinor, currency)}</td>
                <td>{formatMoneyChange(changeMinor, currency)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Price per drink</th>
              <td className="q-secondary">
                <MoneyList amounts={impact.perDrink.now} />
              </td>
              <td className="q-strong">
                <MoneyList amounts={impact.perDrink.now} />
              </td>
              <td>
                <MoneyList amounts={impact.perDrink.ifAllMoved} />
              </td>
              <td>
                <PerDrinkChange {...impact.perDrink} />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  )
}

/** By currency; a dash if there is nothing to compare. */
function PerDrinkChange({ now, ifAllMoved }: PriceImpact['perDrink']) {
  const changes = ifAllMoved.flatMap(({ currency, amountMinor }) => {
    const before = now.find((money) => money.currency === currency)
    return before ? [formatMoneyChange(amountMinor - before.amountMinor, currency)] : []
  })
  return changes.length === 0 ? '—' : changes.join(', ')
}

const pauseMs = 300

function meetsSubscribers(plan: PlanRecord, prices: readonly PlanPriceInput[]): boolean {
  return plan.paying.some(({ priceId, ...paid }) =>
    prices.some((price) => priceId !== null && price.id === priceId && !isSamePrice(price, paid)),
  )
}

/** Previews the effect of a price change after a pause in typing. Returns nothing if it affects no subscriber. */
export function usePriceImpact(plan: PlanRecord | undefined, values: readonly PriceValues[]) {
  const prices = parsePrices(values)
  const isChange = plan !== undefined && prices !== undefined && meetsSubscribers(plan, prices)
  const [requested] = useDebouncedValue(prices, pauseMs)
  const isTyping = JSON.stringify(requested) !== JSON.stringify(prices)
  const query = useQuery({
    ...plansApi.impact.queryOptions({
      input: { merchantId: plan?.merchantId ?? '', planId: plan?.id ?? '', prices: requested ?? [] },
      placeholderData: keepPreviousData,
    }),
    enabled: isChange && !isTyping,
  })
  return { isChange, query, isWaiting: isChange && (isTyping || query.isFetching) }
}
