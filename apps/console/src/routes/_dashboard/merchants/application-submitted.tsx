import { createFileRoute } from '@tanstack/react-router'
import { ApplicationSubmittedPage } from '@quaff/features/onboarding/console/application-submitted-page'

export const Route = createFileRoute('/_dashboard/merchants/application-submitted')({
  staticData: { title: 'Application submitted', access: 'member' },
  component: ApplicationSubmittedPage,
})
