import { createFileRoute } from '@tanstack/react-router'
import { NotOpenPage } from '@quaff/features/marketing/console/not-open-page'

export const Route = createFileRoute('/_marketing/w/$slug')({
  staticData: { title: 'Waitlist' },
  component: () => <NotOpenPage title="Waitlist" />,
})
