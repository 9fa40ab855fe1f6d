import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { merchantPermissions } from '../../permissions'
import type { MerchantSearch } from '../merchant-search-widget'
import { MerchantExportMenu } from './merchant-export-menu'
import { shownTab } from './merchant-filters'

interface MerchantListHeaderProps {
  search: MerchantSearch
  timeZone: string
  count: number | undefined
  total: number | undefined
  selected: ReadonlySet<string>
  onCreate: () => void
  onDesk: () => void
}

export function MerchantListHeader({
  search,
  timeZone,
  count,
  total,
  selected,
  onCreate,
  onDesk,
}: MerchantListHeaderProps) {
  const mayCreate = useCan(merchantPermissions, 'merchant.create').allowed
  const mayReview = useCan(merchantPermissions, 'merchant.review').allowed
  const mayExport = useCan(merchantPermissions, 'merchant.export').allowed
  return (
    <PageHeader
      title="Merchants"
      count={count}
      actions={
        <>
          {mayReview && ['review', 'pending'].includes(shownTab(search)) && (
            <CommandButton command={{ id: 'merchants.desk', label: 'Review desk', icon: IconListCheck, run: onDesk }} />
          )}
          {mayExport && <MerchantExportMenu search={search} timeZone={timeZone} selected={selected} total={total} />}
          {mayCreate && (
            <CommandButton
              variant="primary"
              command={{ id: 'merchants.create', label: 'Create merchant', icon: IconPlus, keys: 'c', run: onCreate }}
            />
          )}
        </>
      }
    />
  )
}
