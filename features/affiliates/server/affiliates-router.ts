import { routerOf } from '@quaff/platform/server/router'
import { affiliatesContract } from '../contract'
import { readLinkDays } from './days/read-link-days'
import { recordClick } from './landing/record-click'
import { checkLink } from './links/check-link'
import { createLink } from './links/create-link'
import { getLink } from './links/get-link'
import { getLinkTotals } from './links/get-link-totals'
import { listLinks } from './links/list-links'
import { setLinkArchived, updateLink } from './links/update-link'

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
