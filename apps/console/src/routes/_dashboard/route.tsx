import { createFileRoute } from '@tanstack/react-router'
import { DashboardLayout } from '../../frame/dashboard-layout'

/** `openMerchant`: the one that an email’s link is about. The layout selects it and removes it from the address. */
export const Route = createFileRoute('/_dashboard')({
  validateSearch: ({ openMerchant }: Record<string, unknown>): { openMerchant?: string } =>
    typeof openMerchant === 'string' ? { openMerchant } : {},
  component: DashboardLayout,
})
