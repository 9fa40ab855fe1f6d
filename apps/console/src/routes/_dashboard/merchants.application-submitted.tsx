import { createFileRoute } from '@tanstack/react-router'
import { ApplicationSubmittedPage } from '@quaff/features/onboarding/console/application-submitted-page'
import { pageAccess } from '../../frame/route-access'

export const Route = createFileRoute('/_dashboard/merchants/application-submitted')({
  staticData: { title: 'Application submitted', access: pageAccess['/merchants/application-submitted'] },
  component: ApplicationSubmittedPage,
})
