import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMerchantLink } from '@quaff/features/sessions/console/merchant-link-widget'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { MerchantRow } from '../contract'
import { MerchantOverviewTab } from './merchant-overview-tab'
import { merchantsApi } from './merchant-queries'
import { merchantViews, type MerchantView } from './merchant-search-widget'
import { MerchantSheetHeader } from './merchant-sheet-header'
import { MerchantSheetToolbar } from './merchant-sheet-toolbar'
import { SheetDialogs } from './sheet-dialogs'
import type { MerchantSheetParts } from './sheet-parts-widget'
import { useSheetDialogs } from './use-sheet-dialogs'

type MerchantSheetProps = SheetOfList<MerchantRow> & {
  id: string
  view: MerchantView
  parts: MerchantSheetParts
  onView: (view: MerchantView) => void
}

const viewLabels = {
  overview: 'Overview',
  locations: 'Locations',
  plans: 'Plans',
  subscribers: 'Subscribers',
  promotions: 'Promotions',
  team: 'Team',
  banking: 'Banking',
  activity: 'Activity',
} as const satisfies Record<MerchantView, string>

export function MerchantSheet({ id, view, rows, total, parts, onOpen, onView, onClose }: MerchantSheetProps) {
  const linkTo = useMerchantLink()
  const record = useQuery(merchantsApi.get.queryOptions({ input: { merchantId: id } }))
  const dialogs = useSheetDialogs({ id, onClose })
  const merchant = record.data ?? rows.find((candidate) => candidate.id === id)
  const Part = view === 'overview' ? undefined : parts.tabs[view]
  return (
    <RecordSheet
      opened
      onClose={onClose}
      title={merchant?.name ?? 'Merchant'}
      noun="Merchant"
      {...sheetPosition(rows, id, total, onOpen)}
      query={record}
      barActions={
        merchant && (
          <ButtonLink
            {...linkTo({ id: merchant.id, name: merchant.name, logoUrl: merchant.logoUrl }, '/dashboard')}
            variant="quiet"
            size="sm"
            icon={IconExternalLink}
          >
            Open as this merchant
          </ButtonLink>
        )
      }
      header={
        merchant && (
          <div className="q-stack">
            <MerchantSheetHeader merchant={merchant} record={record.data} />
            {record.data && <MerchantSheetToolbar merchant={record.data} onDialog={dialogs.open} />}
          </div>
        )
      }
      tabs={
        <ListTabs
          label="Merchant"
          tabs={merchantViews.map((known) => ({ id: known, label: viewLabels[known] }))}
          value={view}
          onChange={onView}
        />
      }
    >
      {record.data && (
        <>
          {view === 'overview' && (
            <MerchantOverviewTab merchant={record.data} onView={onView} onEdit={() => dialogs.open('edit')} />
          )}
          {Part && <Part key={`${view}-${id}`} merchantId={id} />}
          <SheetDialogs dialogs={dialogs} merchant={record.data} parts={parts} />
        </>
      )}
    </RecordSheet>
  )
}
