import type { AccessClass } from './frame/route-access'

/** What every route says about itself. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown as "X · Quaff". */
    title?: string
    /** Only routes inside the dashboard layout have one. */
    access?: AccessClass
  }
}
