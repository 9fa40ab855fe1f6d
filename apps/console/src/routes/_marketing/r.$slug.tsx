import { createFileRoute } from '@tanstack/react-router'
import { NotOpenPage } from '@quaff/features/marketing/console/not-open-page'

export const Route = createFileRoute('/_marketing/r/$slug')({
  staticData: { title: 'Recommended to you' },
  component: () => <NotOpenPage title="Recommended to you" />,
})
