export { refundsRouter } from './refunds-router'
export { placeRefunds, placeWaitingRefunds } from './taking/place-refunds'
export { recordRefund } from './taking/record-refund'
export type { RecordedRefund, RefundOutcome, RefundState } from './taking/record-refund'
