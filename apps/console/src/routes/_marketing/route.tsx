import { createFileRoute, Outlet } from '@tanstack/react-router'
import { MarketingLayoutPage } from '@quaff/features/marketing/console/marketing-layout-page'

export const Route = createFileRoute('/_marketing')({
  component: () => (
    <MarketingLayoutPage>
      <Outlet />
    </MarketingLayoutPage>
  ),
})
