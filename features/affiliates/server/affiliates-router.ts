import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { affiliatesContract } from '../contract'
import { readLinkDays } from './days/read-link-days'
import { recordClick } from './landing/record-click'
import { checkLink } from './links/check-link'
import { createLink } from './links/create-link'
import { getLink } from './links/get-link'
import { getLinkTotals } from './links/get-link-totals'
import { listLinks } from './links/list-links'
import { setLinkArchived } from './links/set-link-archived'
import { updateLink } from './links/update-link'

const os = implement(affiliatesContract).$context<Context>()

export const affiliatesRouter = os.router({
  click: os.click.handler(({ context, input }) => recordClick(context, input)),
  list: os.list.handler(({ context, input }) => listLinks(context, input)),
  totals: os.totals.handler(({ context, input }) => getLinkTotals(context, input)),
  get: os.get.handler(({ context, input }) => getLink(context, input)),
  days: os.days.handler(({ context, input }) => readLinkDays(context, input)),
  check: os.check.handler(({ context, input }) => checkLink(context, input)),
  create: os.create.handler(({ context, input }) => createLink(context, input)),
  update: os.update.handler(({ context, input }) => updateLink(context, input)),
  setArchived: os.setArchived.handler(({ context, input }) => setLinkArchived(context, input)),
})
