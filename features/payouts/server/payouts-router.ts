import { routerOf } from '@quaff/platform/server/router'
import { getBankFileFit } from '../bank-file/server/get-bank-file-fit'
import { getPayoutSummary } from '../billing/server/get-payout-summary'
import { payoutsContract } from '../contract'
import { generatePayouts } from '../generation/server/generate-payouts'
import { previewPayouts } from '../generation/server/preview-payouts'
import { listPayoutRedemptions } from '../lines/server/list-payout-redemptions'
import { listRenewals } from '../lines/server/list-renewals'
import { listPeriods } from '../period/server/list-periods'
import { addAdjustment } from '../progress/server/add-adjustment'
import { approvePayout } from '../progress/server/approve-payout'
import { carryOver } from '../progress/server/carry-over'
import { confirmPayout } from '../progress/server/confirm-payout'
import { addToNext } from '../progress/server/corrections/add-to-next'
import { closePayout } from '../progress/server/corrections/close-payout'
import { removeWaiting } from '../progress/server/corrections/remove-waiting'
import { discardPayout } from '../progress/server/discard-payout'
import { failPayout } from '../progress/server/fail-payout'
import { markSent } from '../progress/server/mark-sent'
import { removeAdjustment } from '../progress/server/remove-adjustment'
import { reopenPayout } from '../progress/server/reopen-payout'
import { countPayouts } from './reading/count-payouts'
import { getPayout } from './reading/get-payout'
import { listPayouts } from './reading/list-payouts'

export const payoutsRouter = routerOf(payoutsContract, {
  periods: listPeriods,
  preview: previewPayouts,
  generate: generatePayouts,
  addAdjustment,
  removeAdjustment,
  addToNext,
  removeWaiting,
  carryOver,
  approve: approvePayout,
  reopen: reopenPayout,
  discard: discardPayout,
  close: closePayout,
  markSent,
  confirm: confirmPayout,
  fail: failPayout,
  list: listPayouts,
  counts: countPayouts,
  get: getPayout,
  renewals: listRenewals,
  redemptions: listPayoutRedemptions,
  bankFileFit: getBankFileFit,
  summary: getPayoutSummary,
})
