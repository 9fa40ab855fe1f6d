import { createFileRoute } from '@tanstack/react-router'
import { NotOpenPage } from '@quaff/features/marketing/console/not-open-page'

export const Route = createFileRoute('/_marketing/f/$slug')({
  staticData: { title: 'Merchant signup' },
  component: () => <NotOpenPage title="Merchant signup" />,
})
