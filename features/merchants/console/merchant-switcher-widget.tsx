import { useClickOutside } from '@mantine/hooks'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  useMerchantSelection,
  useSessionUser,
  type SelectedMerchant,
} from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { BrandMark, InitialsMark } from '@quaff/platform/console/display/marks'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { product } from '@quaff/platform/shared/product'
import { merchantsApi } from './merchant-queries-widget'
import { merchantStateText } from './merchant-state-text'
import classes from './merchant-switcher.module.css'

const loadPickList = () => import('./merchant-pick-list')
const MerchantPickList = deferred(async () => (await loadPickList()).MerchantPickList)
const PreviewOffer = deferred(
  async () => (await import('@quaff/features/sessions/console/preview-offer-widget')).PreviewOffer,
)

/** Spec §2: with exactly one merchant and none selected, that one is selected without asking. */
function useOnlyMerchant(selectMerchant: (merchant: SelectedMerchant) => void) {
  const { permissions } = useSessionUser()
  const { current } = useMerchantSelection()
  const mayHaveOne = !permissions.canViewAllMerchants && permissions.canViewMerchantIds.length > 0
  const { data } = useQuery({ ...merchantsApi.options.queryOptions({ input: {} }), enabled: mayHaveOne && !current })
  const only = mayHaveOne && !current && data?.length === 1 ? data[0] : undefined
  useEffect(() => {
    if (only) selectMerchant({ id: only.id, name: only.name, logoUrl: only.logoUrl, timeZone: only.timeZone })
  }, [only, selectMerchant])
}

/** "Active · Selling"; nothing while it is read, or where the list of merchants does not have it. */
function useStateText(current: SelectedMerchant | null): string | undefined {
  const { data } = useQuery({
    ...merchantsApi.options.queryOptions({ input: { q: current?.name ?? '' } }),
    enabled: current !== null,
  })
  const found = data?.find(({ id }) => id === current?.id)
  return found && merchantStateText(found)
}

interface MerchantSwitcherProps {
  /** After the person has switched, not when the console did. */
  onSwitched?: (merchant: SelectedMerchant | null) => void
  onAdd?: () => void
}

export function MerchantSwitcher({ onSwitched, onAdd }: MerchantSwitcherProps) {
  const { permissions, role } = useSessionUser()
  const { current, isGlobalView, selectMerchant, selectAll } = useMerchantSelection()
  const [opened, setOpened] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const rootRef = useClickOutside<HTMLDivElement>(() => setOpened(false))
  useOnlyMerchant(selectMerchant)
  const stateText = useStateText(current)

  const mayView = permissions.canViewAllMerchants || permissions.canViewMerchantIds.length > 0
  if (!mayView) return <Brand />
  const name = isGlobalView ? 'All Merchants' : (current?.name ?? 'Choose a merchant')
  const close = () => {
    setOpened(false)
    buttonRef.current?.focus()
  }
  const switchTo = (merchant: SelectedMerchant | null) => {
    if (merchant) selectMerchant(merchant)
    else selectAll()
    onSwitched?.(merchant)
  }
  return (
    <div
      ref={rootRef}
      role="presentation"
      className={classes.root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !opened) return
        // The drawer around it would close as well.
        event.stopPropagation()
        close()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpened(false)
      }}
    >
      <button
        ref={buttonRef}
        type="button"
        className={classes.switch}
        aria-haspopup="listbox"
        aria-expanded={opened}
        aria-label={`Switch merchant. Now: ${name}`}
        title={name}
        onPointerEnter={() => void loadPickList()}
        onClick={() => setOpened((open) => !open)}
      >
        {current ? <InitialsMark name={current.name} imageUrl={current.logoUrl} /> : <BrandMark />}
        <span className={`q-grow ${classes.words}`}>
          <b className={`q-truncate ${classes.name}`}>{name}</b>
          <small className={classes.note}>{isGlobalView ? '(Global View)' : (stateText ?? 'Merchant')}</small>
        </span>
        <Glyph icon={IconSelector} className={`q-muted ${classes.chevron}`} />
      </button>
      {opened && (
        <div className={classes.panel}>
          <MerchantPickList
            takesFocus
            currentId={current?.id ?? null}
            onSelect={switchTo}
            onSelectAll={permissions.canViewAllMerchants ? () => switchTo(null) : undefined}
            onAdd={role === 'merchant_owner' ? onAdd : undefined}
            onClose={close}
          />
          {current && <PreviewOffer merchant={current} onStart={close} />}
        </div>
      )}
    </div>
  )
}

function Brand() {
  return (
    <div className={classes.brand}>
      <BrandMark />
      <b className={classes.words} aria-hidden>
        {product.name}
      </b>
    </div>
  )
}

/** The same list in the page, where a merchant has to be chosen first. */
export function MerchantChooser() {
  const { current, selectMerchant } = useMerchantSelection()
  return (
    <div className={classes.inline}>
      <MerchantPickList currentId={current?.id ?? null} onSelect={selectMerchant} />
    </div>
  )
}
