import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/locations')({
  staticData: { title: 'Onboarding locations', access: 'member' },
  component: ComingPage,
})
