export { takePaymentEvent } from './taking/take-event'
export { prunePaymentEvents, retryDueEvents } from './taking/retry-due-events'
export { paymentsRouter } from './payments-router'
export { paymentAmounts } from './amounts-store'
