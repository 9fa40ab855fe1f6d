import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLiveEvents, useCan, useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { DateText } from '@quaff/platform/console/display/formats'
import { Notice, Panel, Skeleton } from '@quaff/platform/console/display/panel'
import { useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { BrandImageKind, Branding } from '../contract'
import { brandingPermissions } from '../permissions'
import { BrandPreviewsPanel } from './brand-previews-panel'
import { BrandSlotPanel } from './brand-slot-panel'
import { brandingApi } from './branding-queries'
import classes from './branding.module.css'

/** Spec §2, /settings/branding. */
export function BrandingPage() {
  const { current } = useMerchantSelection()
  if (!current) return <PageHeader title="Branding" />
  return <MerchantBranding key={current.id} merchantId={current.id} />
}

function MerchantBranding({ merchantId }: { merchantId: string }) {
  const queryClient = useQueryClient()
  const query = useQuery(brandingApi.get.queryOptions({ input: { merchantId } }))
  useLiveEvents(['merchant'], ({ subjectId }) => {
    if (subjectId === merchantId) void queryClient.invalidateQueries({ queryKey: brandingApi.key() })
  })
  if (query.data) return <BrandingSections branding={query.data} />
  return (
    <>
      <PageHeader title="Branding" />
      <Panel title="Logo and mark" query={query} skeleton={<Skeleton height={240} />} what="branding" />
    </>
  )
}

function BrandingSections({ branding }: { branding: Branding }) {
  const { reason } = useCan(brandingPermissions, 'branding.change')
  const [busyKinds, setBusyKinds] = useState<readonly BrandImageKind[]>([])
  const setBusy = useCallback((kind: BrandImageKind, busy: boolean) => {
    setBusyKinds((kinds) => [...kinds.filter((other) => other !== kind), ...(busy ? [kind] : [])])
  }, [])
  const guard = useCloseGuard(busyKinds.length > 0)
  const slots = { branding, disabledReason: reason ?? branding.lockedReason ?? undefined, onBusyChange: setBusy }
  return (
    <div className="q-stack-loose">
      <PageHeader title="Branding" description={<Updated at={branding.updatedAt} name={branding.merchantName} />} />
      {branding.lockedReason && <Notice tone="neutral">{branding.lockedReason}</Notice>}
      <div className={classes.slots}>
        <BrandSlotPanel kind="logo" {...slots} />
        <BrandSlotPanel kind="mark" {...slots} />
      </div>
      <BrandPreviewsPanel branding={branding} />
      <Dialog
        opened={guard.asking}
        onClose={guard.stay}
        title="Upload in progress"
        description="Leaving cancels it. The image may already be saved."
        footer={
          <>
            <Button onClick={guard.stay}>Stay</Button>
            <Button variant="danger" onClick={() => guard.leave()}>
              Leave
            </Button>
          </>
        }
      />
    </div>
  )
}

function Updated({ at, name }: { at: Date | null; name: string }) {
  if (!at) return `${isolated(name)}’s logo and mark`
  return (
    <>
      {isolated(name)}’s logo and mark · updated <DateText value={at} style="datetime" />.
    </>
  )
}
