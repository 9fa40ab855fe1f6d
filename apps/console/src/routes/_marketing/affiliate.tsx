import { createFileRoute } from '@tanstack/react-router'
import { NotOpenPage } from '@quaff/features/marketing/console/not-open-page'

export const Route = createFileRoute('/_marketing/affiliate')({
  staticData: { title: 'Affiliate programme' },
  component: () => <NotOpenPage title="Affiliate programme" />,
})
