import { Portal } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { ClockText } from '@quaff/platform/console/display/formats'
import { BrandMark } from '@quaff/platform/console/display/marks'
import { QrCode } from '@quaff/platform/console/display/qr-code'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { weekdays } from '@quaff/platform/shared/calendar'
import { product } from '@quaff/platform/shared/product'
import { isolated } from '@quaff/platform/shared/readable-text'
import { ownImage } from '@quaff/platform/shared/safe-address'
import type { Week } from '../contract'
import { longDayNames, spansText } from '../hours-rules'
import { locationsApi } from './location-queries'
import classes from './locations.module.css'

interface CounterKitSheetProps {
  locationId: string
  merchantName: string
  onClose: () => void
}

/** Shows the counter card as printed. The printer gets only this page. */
export function CounterKitSheet({ locationId, merchantName, onClose }: CounterKitSheetProps) {
  const { current } = useMerchantSelection()
  const record = useMerchantRecord(
    useQuery(locationsApi.get.queryOptions({ input: { locationId } })),
    ({ merchantId }) => [merchantId],
  )
  const location = record.data
  const kit = location && (
    <CounterKitView
      merchantName={merchantName}
      logoUrl={ownImage(current?.id === location.merchantId ? current.logoUrl : null)}
      locationName={location.name}
      address={location.address}
      week={location.schedule.week}
      code={`${product.slug}:location:${locationId}`}
    />
  )
  return (
    <>
      <RecordSheet
        opened
        onClose={onClose}
        size="page"
        title="Counter kit"
        noun="Location"
        query={record}
        footer={
          <>
            <span className="q-caption">Fits A4 and Letter, one page, upright.</span>
            <Button
              className="q-end"
              variant="primary"
              icon={IconPrinter}
              disabled={!location}
              onClick={() => window.print()}
            >
              Print
            </Button>
          </>
        }
      >
        {kit && (
          // A stop for the keyboard, so that a long page can be scrolled.
          <div className={classes.paper} role="region" aria-label="Preview" tabIndex={0}>
            {kit}
          </div>
        )}
      </RecordSheet>
      {kit && (
        <Portal reuseTargetNode={false}>
          <div className={classes.print} data-print-only>
            {kit}
          </div>
        </Portal>
      )}
    </>
  )
}

interface CounterKitViewProps {
  merchantName: string
  /** An image of this server. */
  logoUrl: string | undefined
  locationName: string
  address: string
  week: Week | null
  code: string
}

const steps = [
  `Open your pass in the ${product.name} app.`,
  'Choose “Redeem here” and scan this code.',
  'Show your screen at the counter and enjoy.',
] as const

function CounterKitView({ merchantName, logoUrl, locationName, address, week, code }: CounterKitViewProps) {
  return (
    <article className={classes.kit}>
      <header>
        {logoUrl && <img className={classes.logo} src={logoUrl} alt="" />}
        <p className={classes.venue}>{merchantName}</p>
        {locationName !== merchantName && <p className={classes.place}>{locationName}</p>}
        {address && <p className={classes.counterKitAddress}>{address}</p>}
      </header>
      <div className={classes.code}>
        <QrCode text={code} correction="Q" label={`Code of ${isolated(locationName)}`} />
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
