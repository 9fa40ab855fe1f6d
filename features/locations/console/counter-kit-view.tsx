import { BrandMark } from '@quaff/platform/console/display/brand-mark'
import { ClockText } from '@quaff/platform/console/display/date-time'
import { QrCode } from '@quaff/platform/console/display/qr/qr-code'
import { weekdays } from '@quaff/platform/shared/calendar'
import { product } from '@quaff/platform/shared/product'
import type { Week } from '../contract'
import { longDayNames, spansText } from '../hours/rules'
import classes from './counter-kit.module.css'

interface CounterKitViewProps {
  merchantName: string
  /** An image of this server. */
  logoUrl: string | undefined
  locationName: string
  address: string
  week: Week | null
  /** What the code on it says. */
  code: string
}

const steps = [
  `Open your pass in the ${product.name} app.`,
  'Choose “Redeem here” and scan this code.',
  'Show your screen at the counter and enjoy.',
] as const

export function CounterKitView({ merchantName, logoUrl, locationName, address, week, code }: CounterKitViewProps) {
  return (
    <article className={classes.kit}>
      <header>
        {logoUrl && <img className={classes.logo} src={logoUrl} alt="" />}
        <p className={classes.venue}>{merchantName}</p>
        {locationName !== merchantName && <p className={classes.place}>{locationName}</p>}
        {address && <p className={classes.address}>{address}</p>}
      </header>
      <div className={classes.code}>
        <QrCode text={code} correction="Q" label={`Code of ${locationName}`} />
      </div>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step}>
            <span className={classes.number}>{index + 1}</span>
            {step}
          </li>
        ))}
      </ol>
      {week && (
        <table className={classes.hours}>
          <caption>Opening hours</caption>
          <tbody>
            {weekdays.map((day) => (
              <tr key={day}>
                <th scope="row">{longDayNames[day]}</th>
                <td>
                  <ClockText text={spansText(week[day] ?? [])} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <footer>
        <BrandMark withName />
      </footer>
    </article>
  )
}
