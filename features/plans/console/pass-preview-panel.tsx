import { clockText, useHourCycle, counted } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { isolated } from '@quaff/platform/shared/readable-text'
import { headlinePrice, priceLabel } from '../price-rules'
import { allowanceSentence } from '../rules'
import { toInput, parsePrice, type PlanValues } from './plan-form-values'
import classes from './plan-list.module.css'

const mostCups = 12

interface PassPreviewProps {
  values: PlanValues
  merchant: { name: string; logoUrl: string | null }
  /** Counts the merchant's locations. Undefined until they are loaded. */
  locationCount: number | undefined
}

export function PassPreviewPanel({ values, merchant, locationCount }: PassPreviewProps) {
  const { allowance, timeWindow, description } = toInput(values)
  const price = headlinePrice(values.prices.flatMap((one) => parsePrice(one) ?? []))
  const sentence = clockText(allowanceSentence(allowance, timeWindow), useHourCycle())
  const places = values.validLocationIds.length || locationCount
  return (
    <>
      <div className="q-row">
        <h3 className="q-h3">Preview</h3>
        <span className="q-caption q-end">As a subscriber sees it</span>
      </div>
      <p className="q-hidden">{`${isolated(values.name || 'Unnamed plan')}: ${sentence}, ${price ? priceLabel(price) : 'no price yet'}`}</p>
      <div className={classes.phone} aria-hidden>
        <div className={classes.screen}>
          <div className={classes.status}>
            <span>9:41</span>
            <span>5G</span>
          </div>
          <div>
            <span className="q-caption">Your passes</span>
            <div className="q-h2">Good morning, Ana</div>
          </div>
          <div className={classes.pass} data-off={values.prices.every(({ active }) => !active)}>
            <div className="q-row">
              <InitialsMark name={merchant.name} imageUrl={merchant.logoUrl} size="lg" />
              <span>
                <b className="q-strong">{merchant.name}</b>
                {places !== undefined && <span className={classes.small}>{counted(places, 'location')}</span>}
              </span>
            </div>
            <div>
              <div className="q-h1">{values.name || 'Plan name'}</div>
              <span className={classes.small}>{sentence}</span>
            </div>
            {allowance && (
              <div className={classes.cups}>
                {Array.from({ length: Math.min(allowance.drinks, mostCups) }, (_, cup) => (
                  <i key={cup} className={classes.cup} />
                ))}
              </div>
            )}
            <span className={`${classes.small} ${classes.ready}`}>
              {allowance?.drinks === 1 && allowance.per === 'day'
                ? 'Today’s drink is ready'
                : 'Your next drink is ready'}
            </span>
            <div className={classes.bars} />
          </div>
          <div className="q-row">
            <span className="q-secondary">{price ? priceLabel(price) : 'No price yet'}</span>
            <span className="q-link q-end">Manage</span>
          </div>
          {description && <p className={`q-caption ${classes.words}`}>{description}</p>}
          {values.eligibleItems.length > 0 && (
            <div className={classes.items}>
              {values.eligibleItems.map((item) => (
                <span key={item} className="q-tag">
                  {item}
                </span>
              ))}
            </div>
          )}
        </div>
      </div>
    </>
  )
}
