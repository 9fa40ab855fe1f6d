import { createFileRoute } from '@tanstack/react-router'
import { BrandingPage } from '@quaff/features/branding/console/branding-page'

export const Route = createFileRoute('/_dashboard/settings/branding')({
  staticData: { title: 'Branding', access: 'merchant' },
  component: BrandingPage,
})
