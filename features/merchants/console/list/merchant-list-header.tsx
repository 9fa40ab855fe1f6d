import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { merchantPermissions } from '../../permissions'
import type { MerchantSearch } from '../merchant-search-widget'
import { shownTab } from './merchant-list'

interface MerchantListHeaderProps {
  search: MerchantSearch
  count: number | undefined
  onCreate: () => void
  onDesk: () => void
}

export function MerchantListHeader({ search, count, onCreate, onDesk }: MerchantListHeaderProps) {
  const mayCreate = useCan(merchantPermissions, 'merchant.create').allowed
  const mayReview = useCan(merchantPermissions, 'merchant.review').allowed
  useShortcuts(mayCreate ? [{ keys: 'c', label: 'Create merchant', section: 'List', run: onCreate }] : [])
  return (
    <PageHeader
      title="Merchants"
      count={count}
      actions={
        <>
          {mayReview && ['review', 'pending'].includes(shownTab(search)) && (
            <Button icon={IconListCheck} onClick={onDesk}>
              Review desk
            </Button>
          )}
          {mayCreate && (
            <Button variant="primary" icon={IconPlus} shortcut="C" onClick={onCreate}>
              Create merchant
            </Button>
          )}
        </>
      }
    />
  )
}
