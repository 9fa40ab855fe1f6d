export { payoutsRouter } from './payouts-router'
export { exportBankFile } from './files/bank-file'
export { exportPayouts } from './files/export-payouts'
export { exportStatement } from './files/export-statement'
