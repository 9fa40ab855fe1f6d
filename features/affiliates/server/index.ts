export { affiliatesRouter } from './affiliates-router'
export { findInvitation, followLink } from './landing/follow-link'
export { pruneClicks } from './landing/record-click'
