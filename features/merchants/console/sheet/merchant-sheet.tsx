import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MerchantRow } from '../../contract'
import { merchantsApi } from '../merchant-queries'
import { MerchantOverviewTab } from './merchant-overview-tab'
import { MerchantSheetHeader } from './merchant-sheet-header'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { sheetPosition } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'

type MerchantSheetProps = {
  id: string | undefined
  rows: readonly MerchantRow[]
  total: number | undefined
  onOpen: (id: string) => void
  onClose: () => void
}

const tabs = [{ id: 'overview', label: 'Overview' }] as const

export function MerchantSheet({ id, rows, total, onOpen, onClose }: MerchantSheetProps) {
  const { selectMerchant } = useMerchantSelection()
  const record = useQuery(merchantsApi.get.queryOptions({ input: { merchantId: id ?? '' }, enabled: id !== undefined }))
  const row = rows.find((candidate) => candidate.id === id)
  const merchant = record.data ?? row
  const { position, previous, next } = sheetPosition(rows, id, total)
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={merchant?.name ?? 'Merchant'}
      noun="Merchant"
      position={position}
      onPrevious={previous === undefined ? undefined : () => onOpen(previous)}
      onNext={next === undefined ? undefined : () => onOpen(next)}
      barActions={
        merchant && (
          <ButtonLink
            to="/dashboard"
            variant="quiet"
            size="sm"
            icon={IconExternalLink}
            onClick={() => selectMerchant({ id: merchant.id, name: merchant.name, logoUrl: merchant.logoUrl })}
          >
            Open as this merchant
          </ButtonLink>
        )
      }
      header={merchant && <MerchantSheetHeader merchant={merchant} city={record.data?.address.city} />}
      tabs={<ListTabs label="Merchant" tabs={tabs} value="overview" onChange={() => undefined} />}
    >
      {record.isPending && <SkeletonText lines={8} />}
      {record.isError && !record.data && (
        <ErrorState
          title="This merchant could not be loaded"
          text="It may be gone, or not be yours to see."
          onRetry={() => void record.refetch()}
        />
      )}
      {record.data && <MerchantOverviewTab merchant={record.data} />}
    </RecordSheet>
  )
}
