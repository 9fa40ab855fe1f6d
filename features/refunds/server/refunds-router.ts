import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { refundsContract } from '../contract'
import { listRefunds } from './reading/list-refunds'
import { recordManualRefund } from './record-manual-refund'
import { releaseCharge } from './release-charge'

const os = implement(refundsContract).$context<Context>()

export const refundsRouter = os.router({
  list: os.list.handler(({ context, input }) => listRefunds(context, input)),
  record: os.record.handler(({ context, input }) => recordManualRefund(context, input)),
  release: os.release.handler(({ context, input }) => releaseCharge(context, input)),
})
