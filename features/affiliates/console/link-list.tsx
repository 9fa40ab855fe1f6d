import { IconLink } from '@tabler/icons-react'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { defineList } from '@quaff/platform/console/list/record/list-definition'
import { linkFilters, linkLimits, type LinkFilter } from '../contract'
import { affiliatesApi } from './affiliate-queries'
import { affiliateSearch } from './affiliate-search-widget'
import { linkColumns } from './link-columns'

type LinkFacts = {
  /** The chosen merchant; it wins over a merchant in the address. */
  scopedTo: string | undefined
  timeZone: string
  /** Why none may be created. */
  changeReason: string | undefined
}

export const linkList = defineList<LinkFacts>()({
  name: 'Affiliate links',
  columnsName: ({ scopedTo }) => (scopedTo === undefined ? 'links' : 'merchant-links'),
  search: affiliateSearch,
  filters: linkFilters,
  api: affiliatesApi.list,
  filter: ({ merchantId, status = 'active', q }, { scopedTo }): LinkFilter =>
    withoutAbsent({ merchantId: scopedTo ?? merchantId, status, q }),
  input: (filter, page) => ({ ...filter, ...page }),
  find: () => ({ placeholder: 'Search name, link, code', label: 'Search affiliate links' }),
  tabs: {
    field: 'status',
    label: 'Links by status',
    first: 'active',
    of: () => [
      { id: 'active', label: 'Active' },
      { id: 'archived', label: 'Archived' },
    ],
  },
  useChips: ({ merchantId }, { scopedTo }) => ({
    status: null,
    merchantId: useMerchantFilter(merchantId, scopedTo === undefined),
  }),
  columns: ({ timeZone, scopedTo }) => linkColumns(timeZone, scopedTo),
  rowId: ({ id }) => id,
  rowLabel: ({ name }) => name,
  caption: () => 'Affiliate links',
  export: { path: '/api/files/affiliates-export', selected: linkLimits.exportSelection },
  note: () => 'Newest first',
  empty: ({ status }, { changeReason }, onSearch) =>
    status === 'archived' ? (
      <EmptyState
        icon={IconLink}
        title="No archived links"
        text="Archived links redirect to the general page. Stats are kept."
      />
    ) : (
      <EmptyState
        icon={IconLink}
        title="No affiliate links yet"
        text="Try a table tent: create a link, print the QR code and see how many guests it brings."
        action={
          <PermissionButton
            variant="primary"
            disabledReason={changeReason}
            onClick={() => onSearch({ action: 'create' })}
          >
            Create link
          </PermissionButton>
        }
      />
    ),
})
