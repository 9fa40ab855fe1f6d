import { Portal } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { product } from '@quaff/platform/shared/product'
import { ownImage } from '@quaff/platform/shared/safe-address'
import { CounterKitView } from './counter-kit-view'
import { locationsApi } from './location-queries'
import classes from './counter-kit.module.css'

interface CounterKitSheetProps {
  locationId: string
  merchantName: string
  onClose: () => void
}

/** What stands on the counter, shown as it will be printed; the printer gets this page and nothing around it. */
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
