import { Outlet, useMatches } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { MerchantSwitcher } from '@quaff/features/merchants/console/merchant-switcher-widget'
import { useWaitingBadges } from '@quaff/features/notifications/console/waiting-badges-widget'
import { useIsLockPending } from '@quaff/features/onboarding/console/locked-pages-widget'
import { useConnection, useReadsOnly } from '@quaff/features/sessions/console/live-widget'
import { PreviewBanner } from '@quaff/features/sessions/console/preview-banner-widget'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { AccountMenu } from '@quaff/features/users/console/account-menu-widget'
import { useNewVersion } from '@quaff/platform/console/code/release'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { AppFrame } from '@quaff/platform/console/frame/app-frame'
import { ConnectionBanner } from '@quaff/platform/console/frame/connection-banner'
import { useSteady } from '@quaff/platform/console/use-steady'
import { product } from '@quaff/platform/shared/product'
import { visibleNavigation } from '../navigation'
import { TopBarActions } from './commands/top-bar-actions'
import { useGo } from './commands/use-go'
import { PageBoundary } from './page-boundary'
import { decideAccess } from './route-access'
import { useAccessFacts } from './use-access-facts'

const LogoRefresh = deferred(
  async () => (await import('@quaff/features/branding/console/logo-refresh-widget')).LogoRefresh,
)

const AccessPanel = deferred(async () => (await import('./access-panel')).AccessPanel)

/** One standing line below every page, when there is something to say. */
function Banners() {
  const connection = useConnection()
  const readsOnly = useReadsOnly()
  const newVersion = useNewVersion()
  if (connection === 'down') return <ConnectionBanner state={readsOnly ? 'reads-only' : 'lost'} />
  return <ConnectionBanner state={newVersion ? 'new-version' : 'online'} />
}

const footer = <AccountMenu />
const standing = <PreviewBanner />
const banners = <Banners />

function Frame() {
  const facts = useAccessFacts()
  const { current, isGlobalView } = useMerchantSelection()
  const badges = useWaitingBadges(current?.id ?? null)
  const items = useMemo(() => visibleNavigation({ ...facts, badges }), [facts, badges])
  const { title = '' } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const page = useMatches({ select: (matches) => matches.at(-1)?.fullPath }) ?? ''
  const verdict = decideAccess(page, facts)
  const isLockPending = useIsLockPending(page)
  const stayOnPage = useSteady(useGo().stay)
  // What stands around the page is the same for every page: given as it was, React need not look into it.
  const header = useMemo(() => <MerchantSwitcher onSwitched={stayOnPage} />, [stayOnPage])
  const actions = useMemo(() => <TopBarActions navigation={items} />, [items])
  return (
    <AppFrame
      sidebar={{ header, items, footer }}
      topBar={{ title: product.consoleTitle, actions }}
      standing={standing}
      banners={banners}
    >
      {current && <LogoRefresh />}
      {/* Rows, selections and dialogs of one merchant must not outlive a switch. */}
      <PageBoundary key={isGlobalView ? 'all' : current?.id}>
        {verdict !== 'open' && <AccessPanel access={verdict} title={title} />}
        {verdict === 'open' && (isLockPending ? <SkeletonText /> : <Outlet />)}
      </PageBoundary>
    </AppFrame>
  )
}

/** Its own reads alone draw it anew, not that the address has changed. */
export const DashboardFrame = memo(Frame)
