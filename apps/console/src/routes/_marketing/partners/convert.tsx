import { createFileRoute } from '@tanstack/react-router'
import { NotOpenPage } from '@quaff/features/marketing/console/not-open-page'

export const Route = createFileRoute('/_marketing/partners/convert')({
  staticData: { title: 'Become a merchant' },
  component: () => <NotOpenPage title="Become a merchant" />,
})
