import { routerOf } from '@quaff/platform/server/router'
import { refundsContract } from '../contract'
import { listRefunds } from './list-refunds'
import { recordManualRefund } from './record-manual-refund'
import { releaseCharge } from './release-charge'

export const refundsRouter = routerOf(refundsContract, {
  list: listRefunds,
  record: recordManualRefund,
  release: releaseCharge,
})
