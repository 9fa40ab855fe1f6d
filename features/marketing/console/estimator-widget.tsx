import { useLayoutEffect, useRef, useState } from 'react'
import { moneyFormatter } from '@quaff/platform/shared/money/money-formatter'
import { estimateCurrency, type EstimateDetails, estimateMonth, estimateRanges, estimateStart } from '../estimate-rules'

const lossText = 'The drinks cost more than the passes bring in: raise the price or include fewer drinks.'

/** The only part of the public pages that needs a script: without one the worked examples below it remain. */
export function Estimator() {
  const [details, setDetails] = useState(estimateStart)
  const form = useRef<HTMLFormElement>(null)
  // Visitors may move sliders before the script has loaded.
  useLayoutEffect(() => {
    if (form.current) setDetails(readDetails(new FormData(form.current)))
  }, [])
  const set = (change: Partial<EstimateDetails>) => setDetails((current) => ({ ...current, ...change }))
  const month = estimateMonth(details)
  const isLoss = month.leftMinor < 0
  const drinksText = `Based on ${number(Math.round(month.drinks))} drinks a month.`
  return (
    <>
      <form ref={form} className="ctl" onSubmit={(event) => event.preventDefault()}>
        <RangeField
          name="passHolders"
          label="Pass holders"
          value={details.passHolders}
          text={number(details.passHolders)}
          onChange={(passHolders) => set({ passHolders })}
        />
        <RangeField
          name="priceMinor"
          label="Pass price a month"
          value={details.priceMinor}
          text={dollars(details.priceMinor)}
          onChange={(priceMinor) => set({ priceMinor })}
        />
        <RangeField
          name="drinksPerWeek"
          label="Drinks each of them takes a week"
          value={details.drinksPerWeek}
          text={number(details.drinksPerWeek)}
          onChange={(drinksPerWeek) => set({ drinksPerWeek })}
        />
        <RangeField
          name="costMinor"
          label="What one drink costs you"
          value={details.costMinor}
          text={dollars(details.costMinor, 2)}
          onChange={(costMinor) => set({ costMinor })}
        />
      </form>
      <div className="res">
        <FilledGlassView costShare={month.costShare} />
        <dl>
          {/* Four numbers after every step of a slider are too many to listen to: only the first one is announced. */}
          <div className="lead" aria-live="polite" aria-atomic>
            <dt>
              <span className="key k-left" />
              Left after drink costs, a month
            </dt>
            <dd>{dollars(month.leftMinor)}</dd>
          </div>
          <div>
            <dt>Pass sales</dt>
            <dd>{dollars(month.salesMinor)}</dd>
          </div>
          <div>
            <dt>
              <span className="key k-cost" />
              Drink costs
            </dt>
            <dd>{dollars(month.costsMinor)}</dd>
          </div>
          <div>
            <dt>You earn per drink</dt>
            <dd>{dollars(month.perDrinkMinor, 2)}</dd>
          </div>
        </dl>
        <p className={isLoss ? 'small warn' : 'small'}>
          {'An estimate. '}
          <span aria-live="polite">{isLoss && lossText}</span>
          {!isLoss && drinksText}
        </p>
      </div>
    </>
  )
}

function readDetails(form: FormData): EstimateDetails {
  const read = (name: keyof EstimateDetails) => Number(form.get(name) ?? estimateStart[name])
  return {
    passHolders: read('passHolders'),
    priceMinor: read('priceMinor'),
    drinksPerWeek: read('drinksPerWeek'),
    costMinor: read('costMinor'),
  }
}

const glass = 'M8 20h164l-20 256c-1 10-7 16-16 16H44c-9 0-15-6-16-16Z'
const brim = 56
const bottom = 292

/** Costs reach a little below the glass, where its outline hides them. */
const overlap = 8

/** The month's sales as a drink; what the drinks cost lies at the bottom. */
function FilledGlassView({ costShare }: { costShare: number }) {
  const height = (bottom - brim) * costShare
  return (
    <svg viewBox="0 0 180 300" role="img" aria-labelledby="glass-title">
      <title id="glass-title">
        A glass filled with the month’s pass sales, split into drink costs and what is left.
      </title>
      <defs>
        <clipPath id="glass">
          <path d={glass} />
        </clipPath>
      </defs>
      <g clipPath="url(#glass)">
        <rect className="g-left" x="0" y={brim} width="180" height="240" />
        <rect
          className="g-cost"
          x="0"
          y={(bottom - height).toFixed(1)}
          width="180"
          height={(height + overlap).toFixed(1)}
        />
      </g>
      <path className="g-line" d={glass} />
    </svg>
  )
}

interface RangeFieldProps {
  name: keyof EstimateDetails
  label: string
  value: number
  text: string
  onChange: (value: number) => void
}

function RangeField({ name, label, value, text, onChange }: RangeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { min, max, step } = estimateRanges[name]
  const percent = (100 * (value - min)) / (max - min)
  // A style attribute in the prerendered page would be against its content policy.
  useLayoutEffect(() => input.current?.style.setProperty('--v', String(percent)), [percent])
  return (
    <div className="f">
      <label htmlFor={name}>
        {label}
        {/* The slider says its value itself. */}
        <output htmlFor={name} aria-live="off">
          {text}
        </output>
      </label>
      <input
        ref={input}
        type="range"
        id={name}
        name={name}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  )
}

/** The language that the pages are written in; the same while prerendering and in the browser. */
const locale = 'en-US'

const whole = moneyFormatter(locale, { minimumFractionDigits: 0, maximumFractionDigits: 0 })
const exact = moneyFormatter(locale)

export const dollars = (amountMinor: number, digits: 0 | 2 = 0) =>
  (digits === 0 ? whole : exact)(amountMinor, estimateCurrency)

export function number(value: number): string {
  return new Intl.NumberFormat(locale).format(value)
}
