import { createFileRoute } from '@tanstack/react-router'
import { NotOpenPage } from '@quaff/features/marketing/console/not-open-page'

export const Route = createFileRoute('/_marketing/partners/signup/existing')({
  staticData: { title: 'Existing account' },
  component: () => <NotOpenPage title="Existing account" />,
})
