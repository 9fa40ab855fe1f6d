import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconSelector } from '@tabler/icons-react'
import {
  useMerchantSelection,
  useSessionUser,
  type SelectedMerchant,
} from '@quaff/features/sessions/console/session-widget'
import { BrandMark } from '@quaff/platform/console/display/brand-mark'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { useEffect, useState } from 'react'
import { MerchantPickList } from './merchant-pick-list'
import { merchantsApi } from './merchant-queries'
import classes from './merchant-switcher.module.css'

/** Spec §2: with exactly one merchant and none selected, that one is selected without asking. */
function useOnlyMerchant(selectMerchant: (merchant: SelectedMerchant) => void) {
  const { permissions } = useSessionUser()
  const { current } = useMerchantSelection()
  const mayHaveOne = !permissions.canViewAllMerchants && permissions.canViewMerchantIds.length > 0
  const { data } = useQuery({ ...merchantsApi.options.queryOptions({ input: {} }), enabled: mayHaveOne && !current })
  const only = mayHaveOne && !current && data?.length === 1 ? data[0] : undefined
  useEffect(() => {
    if (only) selectMerchant({ id: only.id, name: only.name, logoUrl: only.logoUrl })
  }, [only, selectMerchant])
}

interface MerchantSwitcherProps {
  /** After the person has switched, not when the console did. */
  onSwitched?: () => void
}

export function MerchantSwitcher({ onSwitched }: MerchantSwitcherProps) {
  const { permissions } = useSessionUser()
  const { current, isGlobalView, selectMerchant, selectAll } = useMerchantSelection()
  const [opened, setOpened] = useState(false)
  useOnlyMerchant(selectMerchant)

  const mayView = permissions.canViewAllMerchants || permissions.canViewMerchantIds.length > 0
  if (!mayView) return <BrandMark />
  const name = isGlobalView ? 'All Merchants' : (current?.name ?? 'Choose a merchant')
  const note = isGlobalView ? '(Global View)' : 'Merchant'
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.switch}
          aria-haspopup="listbox"
          aria-label={`Switch merchant. Now: ${name}`}
          title={name}
          onClick={() => setOpened((open) => !open)}
        >
          {current ? <InitialsMark name={current.name} imageUrl={current.logoUrl} /> : <BrandMark />}
          <span className={`q-grow ${classes.words}`}>
            <b className={`q-truncate ${classes.name}`}>{name}</b>
            <small className={classes.note}>{note}</small>
          </span>
          <Glyph icon={IconSelector} className={`q-muted ${classes.chevron}`} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel}>
        <MerchantPickList
          currentId={current?.id ?? null}
          onSelect={(merchant) => {
            selectMerchant(merchant)
            onSwitched?.()
          }}
          onSelectAll={
            permissions.canViewAllMerchants
              ? () => {
                  selectAll()
                  onSwitched?.()
                }
              : undefined
          }
          onClose={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The same list in the page, where a merchant has to be chosen first. */
export function MerchantChooser() {
  const { current, selectMerchant } = useMerchantSelection()
  return (
    <div className={classes.inline}>
      <MerchantPickList currentId={current?.id ?? null} onSelect={selectMerchant} onClose={() => undefined} />
    </div>
  )
}
