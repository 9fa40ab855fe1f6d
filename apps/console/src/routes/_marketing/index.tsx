import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '@quaff/features/marketing/console/home-page'

export const Route = createFileRoute('/_marketing/')({
  staticData: { title: 'One pass, one good drink a day' },
  component: HomePage,
})
