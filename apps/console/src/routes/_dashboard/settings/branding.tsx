import { createFileRoute } from '@tanstack/react-router'
import { BrandingPage } from '@quaff/features/branding/console/branding-page'
import { SetupBar } from '@quaff/features/onboarding/console/setup-bar-widget'
import { pageAccess } from '../../../frame/route-access'

export const Route = createFileRoute('/_dashboard/settings/branding')({
  staticData: { title: 'Branding', access: pageAccess['/settings/branding'] },
  component: function BrandingRoute() {
    return (
      <>
        <SetupBar />
        <BrandingPage />
      </>
    )
  },
})
