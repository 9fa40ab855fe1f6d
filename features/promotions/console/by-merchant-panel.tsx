import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingStore } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { MerchantPromotions } from './merchant-promotions-widget'
import { promotionsApi } from './promotion-queries'
import classes from './promotions.module.css'

type ByMerchantPanelProps = { merchantId: string | undefined; onChange: (merchantId: string | undefined) => void }

const DEBOUNCE_MS = 250

/** The grid transposed: one merchant, all promotions. */
export function ByMerchantPanel({ merchantId, onChange }: ByMerchantPanelProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, DEBOUNCE_MS)
  const options = useQuery(
    merchantsApi.options.queryOptions({ input: { q: q.trim() || undefined }, placeholderData: keepPreviousData }),
  )
  const chosen = useQuery(
    promotionsApi.listForMerchant.queryOptions({
      input: { merchantId: merchantId ?? '' },
      enabled: merchantId !== undefined,
    }),
  )
  const current = chosen.data && { value: chosen.data.merchantId, label: chosen.data.merchantName }
  // The chosen one has its name from its own answer: of two, the later one would replace what stands in the field.
  const found = (options.data ?? [])
    .filter(({ id }) => id !== merchantId || chosen.isError)
    .map(({ id, name }) => ({ value: id, label: name }))
  const data = current ? [current, ...found] : found
  return (
    <div className="q-stack">
      <Select
        className={classes.chooser}
        label="Merchant"
        placeholder="Search merchants..."
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No merchant' }}
        data={data}
        // The server has searched already.
        filter={({ options: all }) => all}
        nothingFoundMessage={options.isPending ? 'Loading merchants...' : 'No merchants found.'}
        value={merchantId ?? null}
        onSearchChange={(text) => setTyped(text === current?.label ? '' : text)}
        onChange={(next) => onChange(next ?? undefined)}
        error={options.isError ? 'Couldn’t load merchants. Type again to retry.' : undefined}
      />
      {merchantId === undefined ? (
        <Panel flush>
          <EmptyState
            icon={IconBuildingStore}
            title="No merchant chosen"
            text="Choose a merchant above to see all of its promotions."
          />
        </Panel>
      ) : (
        <MerchantPromotions key={merchantId} merchantId={merchantId} />
      )}
    </div>
  )
}
