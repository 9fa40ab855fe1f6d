import { routerOf } from '@quaff/platform/server/router'
import { affiliatesContract } from '../contract'
import { createLink } from './create-link'
import { checkLink, getLink, getLinkTotals, listLinks, readLinkDays } from './read-links'
import { recordClick } from './record-click'
import { setLinkArchived, updateLink } from './update-link'

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
