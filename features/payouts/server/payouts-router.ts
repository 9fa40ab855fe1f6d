import { routerOf } from '@quaff/platform/server'
import { getBankFileFit } from '../bank-file/server/bank-file'
import { payoutsContract } from '../contract'
import { generatePayouts } from '../generation/server/generate-payouts'
import { listPeriods } from '../generation/server/list-periods'
import { previewPayouts } from '../generation/server/preview-payouts'
import { listPayoutRedemptions, listRenewals } from '../lines/server/read-lines'
import { addAdjustment, removeAdjustment } from '../progress/server/adjust-payout'
import {
  approvePayout,
  carryOver,
  confirmPayout,
  failPayout,
  markSent,
  reopenPayout,
} from '../progress/server/change-payout'
import { addToNext } from '../progress/server/corrections/add-to-next'
import { closePayout } from '../progress/server/corrections/close-payout'
import { removeWaiting } from '../progress/server/corrections/remove-waiting'
import { discardPayout } from '../progress/server/discard-payout'
import { remindOwners } from '../progress/server/remind-owners'
import { getRunningMonth } from './get-running-month'
import { countPayouts, getPayout, getPayoutRun, listPayouts } from './reading/read-payouts'

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
  remindOwners,
  list: listPayouts,
  counts: countPayouts,
  run: getPayoutRun,
  get: getPayout,
  renewals: listRenewals,
  redemptions: listPayoutRedemptions,
  bankFileFit: getBankFileFit,
  summary: getRunningMonth,
})
