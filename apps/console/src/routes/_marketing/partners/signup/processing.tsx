import { createFileRoute } from '@tanstack/react-router'
import { NotOpenPage } from '@quaff/features/marketing/console/not-open-page'

export const Route = createFileRoute('/_marketing/partners/signup/processing')({
  staticData: { title: 'Processing your signup' },
  component: () => <NotOpenPage title="Processing your signup" />,
})
