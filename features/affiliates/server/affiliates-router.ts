import { routerOf } from '@quaff/platform/server/router'
import { affiliatesContract } from '../contract'
import { checkLink } from './check-link'
import { createLink } from './create-link'
import { getLink } from './get-link'
import { getLinkTotals } from './get-link-totals'
import { listLinks } from './list-links'
import { readLinkDays } from './read-link-days'
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
