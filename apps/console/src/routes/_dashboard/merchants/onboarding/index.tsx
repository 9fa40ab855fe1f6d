import { createFileRoute } from '@tanstack/react-router'
import { SetupGuide } from '@quaff/features/onboarding/console/setup-guide-widget'
import { pageAccess } from '../../../../frame/route-access'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/')({
  staticData: { title: 'Merchant onboarding', access: pageAccess['/merchants/onboarding'] },
  component: SetupGuide,
})
