import { IconUserSearch } from '@tabler/icons-react'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { Panel } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { ChangeSearch } from '@quaff/platform/console/list/search-values'
import { CustomerAnswer } from './customer-answer-section'
import { CustomerSearchSection } from './customer-search-section'
import type { CustomerSearch } from './redemption-search-widget'
import classes from './find-customer.module.css'

type FindCustomerProps = { search: CustomerSearch; onSearch: ChangeSearch<CustomerSearch> }

/** Remounts for each merchant, so that no customer of one appears under another. */
export function FindCustomerPage(props: FindCustomerProps) {
  const { current } = useMerchantSelection()
  return current && <FindCustomer key={current.id} {...props} merchantId={current.id} />
}

function FindCustomer({ merchantId, search, onSearch }: FindCustomerProps & { merchantId: string }) {
  const { q, id } = search
  const open = (subscriptionId: string) => onSearch({ id: subscriptionId }, { replace: id !== undefined })
  const close = () => onSearch({ id: undefined })
  useShortcuts(
    id === undefined
      ? []
      : [{ keys: 'escape', label: 'Back to the results', section: 'Page', run: close, allowInInputs: true }],
  )
  return (
    <div className="q-stack-loose">
      <PageHeader title="Find customer" />
      <div className={classes.page} data-open={id}>
        <CustomerSearchSection
          merchantId={merchantId}
          q={q}
          openId={id}
          onOpen={open}
          onQuery={(next) => onSearch({ q: next }, { replace: true })}
        />
        {id === undefined ? (
          <Panel>
            <EmptyState
              icon={IconUserSearch}
              title="Choose a customer"
              text="You see whether a scan would work, and why not."
            />
          </Panel>
        ) : (
          <CustomerAnswer key={id} merchantId={merchantId} subscriptionId={id} onBack={close} />
        )}
      </div>
    </div>
  )
}
