import { routerOf } from '@quaff/platform/server'
import { affiliatesContract } from '../contract'
import { createLink, setLinkArchived, updateLink } from './change-links'
import { checkLink, getLink, getLinkTotals, listLinks, readLinkDays } from './read-links'
import { recordClick } from './record-click'

export { exportLinks } from './link-export'
export { forgetLinkMaker } from './link-store'
export { findInvitation, followLink, pruneClicks } from './record-click'

export const affiliatesRouter = routerOf(affiliatesContract, {
  click: recordClick,
  list: listLinks,
  totals: getLinkTotals,
  get: getLink,
  days: readLinkDays,
  check: checkLink,
  create: createLink,
  update: updateLink,
  setArchived: setLinkArchived,
})
