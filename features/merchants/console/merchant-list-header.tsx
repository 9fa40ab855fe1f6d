import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { merchantPermissions } from '../permissions'
import { shownTab } from './merchant-list'
import type { MerchantSearch } from './merchant-search-widget'

interface MerchantListHeaderProps {
  search: MerchantSearch
  total: number | undefined
  onCreate: () => void
  onDesk: () => void
}

export function MerchantListHeader({ search, total, onCreate, onDesk }: MerchantListHeaderProps) {
  const mayCreate = useCan(merchantPermissions, 'merchant.create').allowed
  const mayReview = useCan(merchantPermissions, 'merchant.review').allowed
  return (
    <PageHeader
      title="Merchants"
      total={total}
      actions={
        <>
          {mayReview && ['review', 'pending'].includes(shownTab(search)) && (
            <CommandButton command={{ id: 'merchants.desk', label: 'Review desk', icon: IconListCheck, run: onDesk }} />
          )}
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
