import { routerOf } from '@quaff/platform/server/router'
import { refundsContract } from '../contract'
import { listRefunds } from './list-refunds'
import { recordManualRefund, releaseCharge } from './record-manual-refund'

export const refundsRouter = routerOf(refundsContract, {
  list: listRefunds,
  record: recordManualRefund,
  release: releaseCharge,
})
