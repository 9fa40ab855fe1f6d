export { affiliatesRouter } from './affiliates-router'
export { exportLinks } from './export/export-links'
export { findInvitation, followLink } from './landing/follow-link'
export { pruneClicks } from './landing/record-click'
