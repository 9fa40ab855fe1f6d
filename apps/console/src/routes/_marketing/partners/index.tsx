import { createFileRoute } from '@tanstack/react-router'
import { PartnersPage } from '@quaff/features/marketing/console/partners-page'

export const Route = createFileRoute('/_marketing/partners/')({
  staticData: { title: 'For merchants' },
  component: PartnersPage,
})
