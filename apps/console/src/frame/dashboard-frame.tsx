import { useMediaQuery } from '@mantine/hooks'
import { IconKeyboard, IconMoon, IconSun } from '@tabler/icons-react'
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { MerchantSwitcher } from '@quaff/features/merchants/console/merchant-switcher-widget'
import { Bell, useWaitingBadges } from '@quaff/features/notifications/console/bell-widget'
import { useIsLockPending, useLockedPages } from '@quaff/features/onboarding/console/locked-pages-widget'
import { PreviewBanner } from '@quaff/features/sessions/console/preview-banner-widget'
import {
  LockedPages,
  useConnection,
  useReadsOnly,
  useMerchantSelection,
} from '@quaff/features/sessions/console/session-widget'
import { AccountMenu } from '@quaff/features/users/console/account-menu-widget'
import { IconButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { SkeletonText } from '@quaff/platform/console/display/panel'
import { AppFrame, type NavEntry } from '@quaff/platform/console/frame/app-frame'
import type { Command } from '@quaff/platform/console/frame/command'
import { ConnectionBanner } from '@quaff/platform/console/frame/connection-banner'
import { SearchTrigger } from '@quaff/platform/console/frame/search-trigger'
import { activeCommands, useCommands, useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { useNewVersion } from '@quaff/platform/console/missing-code'
import { usePreferences } from '@quaff/platform/console/theme/use-preferences'
import { useSteady } from '@quaff/platform/console/use-steady'
import { product } from '@quaff/platform/shared/product'
import { visibleNavigation } from '../navigation'
import { useGo } from './commands/use-go'
import { PageBoundary } from './page-boundary'
import { decideAccess, isOffered } from './route-access'
import { useAccessContext } from './use-access-context'

const LogoRefresh = deferred(
  async () => (await import('@quaff/features/branding/console/logo-refresh-widget')).LogoRefresh,
)

const PrintLine = deferred(async () => (await import('./print-line')).PrintLine)

const AccessPanel = deferred(async () => (await import('./access-panel')).AccessPanel)

function Banners() {
  const connection = useConnection()
  const readsOnly = useReadsOnly()
  const newVersion = useNewVersion()
  if (connection === 'down') return <ConnectionBanner state={readsOnly ? 'reads-only' : 'lost'} />
  return <ConnectionBanner state={newVersion ? 'new-version' : 'online'} />
}

const footer = <AccountMenu />
const previewBanner = <PreviewBanner />
const banners = <Banners />

function Frame() {
  const details = useAccessContext()
  const { current, isGlobalView } = useMerchantSelection()
  const badges = useWaitingBadges(current?.id ?? null)
  const items = useMemo(() => visibleNavigation({ ...details, badges }), [details, badges])
  const { title = '' } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const page = useMatches({ select: (matches) => matches.at(-1)?.fullPath }) ?? ''
  const verdict = decideAccess(page, details)
  const isLockPending = useIsLockPending(page)
  const lockedPages = useLockedPages()
  const go = useGo()
  const stayOnPage = useSteady(go.stay)
  const addVenue = useSteady(() => go.to('/dashboard?action=add-venue'))
  // The frame is the same on each page; a stable element lets React skip it.
  const header = useMemo(() => <MerchantSwitcher onSwitched={stayOnPage} onAdd={addVenue} />, [stayOnPage, addVenue])
  const actions = useMemo(() => <TopBarActions navigation={items} />, [items])
  return (
    <AppFrame
      sidebar={{ header, items, footer }}
      topBar={{ title: product.consoleTitle, actions }}
      about={current?.id}
      stickyContent={previewBanner}
      banners={banners}
    >
      {current && <LogoRefresh />}
      <PrintLine merchant={current?.name} />
      {/* Rows, selections and dialogs of one merchant must not outlive a switch. */}
      <PageBoundary key={isGlobalView ? 'all' : current?.id}>
        {verdict !== 'open' && <AccessPanel access={verdict} title={title} />}
        <LockedPages value={lockedPages}>
          {verdict === 'open' && (isLockPending ? <SkeletonText /> : <Outlet />)}
        </LockedPages>
      </PageBoundary>
    </AppFrame>
  )
}

// Text typed right after Ctrl+K must reach the palette or its placeholder.
const Palette = deferred<SoonProps>(async () => (await import('./commands/palette')).Palette, PaletteSoon)

/** `G`, then this key. */
export const goShortcuts = [
  { key: 'd', label: 'Dashboard', to: '/dashboard' },
  { key: 'm', label: 'Merchants', to: '/merchants' },
  { key: 'u', label: 'Users', to: '/users' },
  { key: 'p', label: 'Plans & Pricing', to: '/plans' },
  { key: 'r', label: 'Usage & Redemptions', to: '/redemptions' },
  { key: 'l', label: 'Locations', to: '/locations' },
  { key: 'a', label: 'Analytics', to: '/analytics' },
  { key: 'w', label: 'Waitlists', to: '/waitlists' },
  { key: 'f', label: 'Affiliate Links', to: '/affiliates' },
  { key: 's', label: 'Settings', to: '/settings' },
  { key: 'b', label: 'Billing', to: '/settings/billing' },
] as const

const theme = { id: 'theme.switch', keywords: 'theme mode appearance', section: 'Everywhere' }

const ShortcutHelp = deferred(async () => (await import('@quaff/platform/console/frame/shortcut-help')).ShortcutHelp)

/** Memoized, so that a new URL alone does not render it. */
export const DashboardFrame = memo(Frame)

type SoonProps = ComponentProps<typeof import('./commands/palette').Palette> & { onType: (typed: string) => void }

function ThemeSwitch() {
  const { theme: chosen, setPreferences } = usePreferences()
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', false, { getInitialValueInEffect: false })
  const dark = chosen === 'dark' || (chosen === 'system' && systemDark)
  const icon = dark ? IconSun : IconMoon
  const label = dark ? 'Switch to light theme' : 'Switch to dark theme'
  const run = () => setPreferences({ theme: dark ? 'light' : 'dark' })
  useCommands([{ ...theme, icon, label, run }])
  return <IconButton icon={icon} iconSize={18} label={label} onClick={run} />
}

/** Keeps what is typed until the palette is there, and has the focus so long. */
function PaletteSoon({ typed, onType, onClose }: SoonProps) {
  const fieldRef = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    fieldRef.current?.focus()
    // The palette takes it right away.
    return () => (before instanceof HTMLElement ? before.focus() : undefined)
  }, [])
  return (
    <input
      ref={fieldRef}
      className="q-hidden"
      aria-label="Search or jump to…"
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    />
  )
}

type Overlay = 'palette' | 'help' | null

function TopBarActions({ navigation }: { navigation: NavEntry[] }) {
  const navigate = useNavigate()
  // Preloads the palette, so that its first results appear within 100 ms.
  useIdlePreload(Palette)
  const [overlay, setOverlay] = useState<Overlay>(null)
  const [typed, setTyped] = useState('')
  const close = () => setOverlay(null)
  const [active, setActive] = useState<Command[]>([])
  const [before, setBefore] = useState<Element | null>(null)
  const openPalette = () => {
    // Now, while the row that is meant still has the focus.
    setActive(activeCommands())
    setBefore(document.activeElement)
    setTyped('')
    setOverlay('palette')
  }
  // Over an open record too: its commands are what the palette lists first.
  useShortcuts(
    [{ keys: 'mod+k', label: 'Search or jump to…', section: 'Everywhere', run: openPalette, allowInInputs: true }],
    'overlay',
  )
  const help = { label: 'Keyboard shortcuts', icon: IconKeyboard, run: () => setOverlay('help') }
  useCommands([{ ...help, id: 'help.keys', keys: '?', section: 'Everywhere' }])
  const details = useAccessContext()
  useShortcuts(
    goShortcuts
      .filter(({ to }) => isOffered(decideAccess(to, details)))
      .map(({ key, label, to }) => ({ keys: `g ${key}`, label, section: 'Go to', run: () => void navigate({ to }) })),
  )

  return (
    <>
      <SearchTrigger onOpen={openPalette} onIntent={Palette.preload} />
      <IconButton className="q-not-phone" icon={help.icon} iconSize={18} label={help.label} onClick={help.run} />
      <ThemeSwitch />
      <Bell />
      {overlay === 'palette' && (
        <Palette {...{ navigation, active, before, typed }} onClose={close} onType={setTyped} />
      )}
      {overlay === 'help' && <ShortcutHelp opened onClose={close} />}
    </>
  )
}
