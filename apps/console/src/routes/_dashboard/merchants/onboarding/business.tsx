import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/business')({
  staticData: { title: 'Business Profile', access: 'member' },
  component: ComingPage,
})
