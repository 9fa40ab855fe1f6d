import { createFileRoute } from '@tanstack/react-router'
import { NotOpenPage } from '@quaff/features/marketing/console/not-open-page'

export const Route = createFileRoute('/_marketing/privacy')({
  staticData: { title: 'Privacy' },
  component: () => <NotOpenPage title="Privacy" />,
})
