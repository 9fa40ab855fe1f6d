export { dashboardRouter } from './dashboard-router'
