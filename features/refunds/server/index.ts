import { routerOf } from '@quaff/platform/server'
import { refundsContract } from '../contract'
import { listRefunds } from './list-refunds'
import { recordManualRefund, releaseCharge } from './record-manual-refund'

export { placeRefunds, placeWaitingRefunds, recordRefund } from './record-refund'
export { forgetReasonsOf, removeRefundsOf } from './refund-store'
export type { RefundState } from './record-refund'
export { refundAmounts } from './tables'

export const refundsRouter = routerOf(refundsContract, {
  list: listRefunds,
  record: recordManualRefund,
  release: releaseCharge,
})
