export { SubscriptionStatusPill } from './subscription-status-pill'
