import { Portal } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { useMerchantRecord } from '@quaff/features/sessions/console/tab/merchant-record-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { product } from '@quaff/platform/shared/product'
import { ownImage } from '@quaff/platform/shared/safe-address'
import { locationsApi } from '../location-queries'
import { CounterKitView } from './counter-kit-view'
import classes from './counter-kit.module.css'

interface CounterKitSheetProps {
  locationId: string
  merchantName: string
  onClose: () => void
}

/** What stands on the counter, shown as it will be printed; the printer gets this page and nothing around it. */
export function CounterKitSheet({ locationId, merchantName, onClose }: CounterKitSheetProps) {
  const { current } = useMerchantSelection()
  const record = useQuery(locationsApi.get.queryOptions({ input: { locationId } }))
  const { data: location, isPending, absence } = useMerchantRecord(record, ({ merchantId }) => [merchantId])
  const problem = absence ?? (record.error && errorText(record.error))
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
        {isPending && <SkeletonText lines={8} />}
        {problem && !location && <Notice tone="danger">{problem}</Notice>}
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
