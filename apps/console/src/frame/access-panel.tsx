import { MerchantChooser } from '@quaff/features/merchants/console/merchant-switcher-widget'
import { useSessionUser, useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { Access } from './route-access'

/** Shown in place of a page: the reason and a way on (G8). The server refuses independently of it. */
export function AccessPanel({ access, title }: { access: Exclude<Access, 'open'>; title: string }) {
  if (access === 'needs-merchant') {
    return (
      <>
        <PageHeader title={title} description="Choose a merchant to see this page." />
        <MerchantChooser />
      </>
    )
  }
  return (
    <>
      <PageHeader title={title} />
      <Refusal access={access} />
    </>
  )
}

function Refusal({ access }: { access: Exclude<Access, 'open' | 'needs-merchant'> }) {
  const { email, role } = useSessionUser()
  const { current, selectAll } = useMerchantSelection()
  switch (access) {
    case 'no-rights':
      return (
        <Notice tone="neutral" title="No access">
          {readableEmail(email)} has the role “{role}”, which has no access here. Ask an administrator to change it.
        </Notice>
      )
    case 'needs-profile':
      return (
        <Notice
          tone="neutral"
          title="Finish the business profile first"
          action={<ButtonLink to="/merchants/onboarding/business">Open business profile</ButtonLink>}
        >
          This page opens once the profile of {isolated(current?.name ?? 'the venue')} is complete.
        </Notice>
      )
    case 'no-merchant':
      return (
        <Notice tone="neutral" title="No access" action={<ButtonLink to="/dashboard">Go to dashboard</ButtonLink>}>
          You don’t have a merchant yet. Ask an administrator to add you to one.
        </Notice>
      )
    case 'admins-only':
      return (
        <Notice tone="neutral" title="No access" action={<ButtonLink to="/dashboard">Go to dashboard</ButtonLink>}>
          Only administrators can see this page.
        </Notice>
      )
    case 'needs-global-view':
      return (
        <Notice
          tone="neutral"
          title="This page covers all merchants"
          action={<Button onClick={selectAll}>Show all merchants</Button>}
        >
          You’re viewing {isolated(current?.name ?? 'one merchant')}.
        </Notice>
      )
  }
}
