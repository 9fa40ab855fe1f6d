import { useLayoutEffect, useRef, useState } from 'react'
import { estimateStart, type EstimateFacts } from '../estimate/contract'
import { estimateMonth } from '../estimate/rules'
import { dollars, number } from './estimate-text'
import { FilledGlassView } from './filled-glass-view'
import { RangeField } from './range-field'

const lossText = 'The drinks cost more than the passes bring in: raise the price or include fewer drinks.'

/** The only part of the public pages that needs a script: without one the worked examples below it remain. */
export function Estimator() {
  const [facts, setFacts] = useState(estimateStart)
  const form = useRef<HTMLFormElement>(null)
  // Who was quicker than the script has moved sliders already.
  useLayoutEffect(() => {
    if (form.current) setFacts(readFacts(new FormData(form.current)))
  }, [])
  const set = (change: Partial<EstimateFacts>) => setFacts((current) => ({ ...current, ...change }))
  const month = estimateMonth(facts)
  const isLoss = month.leftMinor < 0
  const drinksText = `Based on ${number(Math.round(month.drinks))} drinks a month.`
  return (
    <>
      <form ref={form} className="ctl" onSubmit={(event) => event.preventDefault()}>
        <RangeField
          name="passHolders"
          label="Pass holders"
          value={facts.passHolders}
          text={number(facts.passHolders)}
          onChange={(passHolders) => set({ passHolders })}
        />
        <RangeField
          name="priceMinor"
          label="Pass price a month"
          value={facts.priceMinor}
          text={dollars(facts.priceMinor)}
          onChange={(priceMinor) => set({ priceMinor })}
        />
        <RangeField
          name="drinksPerWeek"
          label="Drinks each of them takes a week"
          value={facts.drinksPerWeek}
          text={number(facts.drinksPerWeek)}
          onChange={(drinksPerWeek) => set({ drinksPerWeek })}
        />
        <RangeField
          name="costMinor"
          label="What one drink costs you"
          value={facts.costMinor}
          text={dollars(facts.costMinor, 2)}
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

function readFacts(form: FormData): EstimateFacts {
  const read = (name: keyof EstimateFacts) => Number(form.get(name) ?? estimateStart[name])
  return {
    passHolders: read('passHolders'),
    priceMinor: read('priceMinor'),
    drinksPerWeek: read('drinksPerWeek'),
    costMinor: read('costMinor'),
  }
}
