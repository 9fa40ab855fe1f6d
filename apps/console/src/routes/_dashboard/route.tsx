import { createFileRoute } from '@tanstack/react-router'
import { DashboardLayout } from '../../frame/dashboard-layout'

/** `merchant`: the one that an email’s link is about. The layout selects it and removes it from the address. */
export const Route = createFileRoute('/_dashboard')({
  validateSearch: ({ merchant }: Record<string, unknown>): { merchant?: string } =>
    typeof merchant === 'string' ? { merchant } : {},
  component: DashboardLayout,
})
