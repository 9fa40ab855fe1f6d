import { createFileRoute } from '@tanstack/react-router'
import { NotOpenPage } from '@quaff/features/marketing/console/not-open-page'

export const Route = createFileRoute('/_marketing/partners/success')({
  staticData: { title: 'Application received' },
  component: () => <NotOpenPage title="Application received" />,
})
