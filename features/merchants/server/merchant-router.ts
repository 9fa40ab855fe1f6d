import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { merchantsContract } from '../contract'
import { approveMerchant } from '../lifecycle/server/approve-merchant'
import { deleteMerchant } from '../lifecycle/server/delete-merchant'
import { getMerchantImpact } from '../lifecycle/server/get-merchant-impact'
import { requestChanges } from '../lifecycle/server/request-changes'
import { setLive } from '../lifecycle/server/set-live'
import { archiveMerchant, declineMerchant, restoreMerchant, suspendMerchant } from '../lifecycle/server/stop-merchant'
import { createMerchant } from '../record/server/create-merchant'
import { updateMerchant } from '../record/server/update-merchant'
import { approveMany } from '../review/server/approve-many'
import { findLastAnswer } from '../review/server/find-last-answer'
import { listReviewQueue } from '../review/server/list-review-queue'
import { markReviewed } from '../review/server/mark-reviewed'
import { countMerchants } from './count-merchants'
import { getMerchant } from './get-merchant'
import { listMerchantOptions } from './list-merchant-options'
import { listMerchants } from './list-merchants'

const os = implement(merchantsContract).$context<Context>()

export const merchantsRouter = os.router({
  list: os.list.handler(({ context, input }) => listMerchants(context, input)),
  counts: os.counts.handler(({ context }) => countMerchants(context)),
  get: os.get.handler(({ context, input }) => getMerchant(context, input)),
  create: os.create.handler(({ context, input }) => createMerchant(context, input)),
  update: os.update.handler(({ context, input }) => updateMerchant(context, input)),
  setLive: os.setLive.handler(({ context, input }) => setLive(context, input)),
  approve: os.approve.handler(({ context, input }) => approveMerchant(context, input)),
  approveMany: os.approveMany.handler(({ context, input }) => approveMany(context, input)),
  markReviewed: os.markReviewed.handler(({ context, input }) => markReviewed(context, input)),
  requestChanges: os.requestChanges.handler(({ context, input }) => requestChanges(context, input)),
  decline: os.decline.handler(({ context, input }) => declineMerchant(context, input)),
  suspend: os.suspend.handler(({ context, input }) => suspendMerchant(context, input)),
  archive: os.archive.handler(({ context, input }) => archiveMerchant(context, input)),
  restore: os.restore.handler(({ context, input }) => restoreMerchant(context, input)),
  delete: os.delete.handler(({ context, input }) => deleteMerchant(context, input)),
  impact: os.impact.handler(({ context, input }) => getMerchantImpact(context, input)),
  reviewQueue: os.reviewQueue.handler(({ context, input }) => listReviewQueue(context, input)),
  lastAnswer: os.lastAnswer.handler(({ context, input }) => findLastAnswer(context, input)),
  options: os.options.handler(({ context, input }) => listMerchantOptions(context, input)),
})
