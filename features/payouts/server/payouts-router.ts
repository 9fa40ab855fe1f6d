import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
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

const os = implement(payoutsContract).$context<Context>()

export const payoutsRouter = os.router({
  periods: os.periods.handler(({ context }) => listPeriods(context)),
  preview: os.preview.handler(({ context, input }) => previewPayouts(context, input)),
  generate: os.generate.handler(({ context, input }) => generatePayouts(context, input)),
  addAdjustment: os.addAdjustment.handler(({ context, input }) => addAdjustment(context, input)),
  removeAdjustment: os.removeAdjustment.handler(({ context, input }) => removeAdjustment(context, input)),
  addToNext: os.addToNext.handler(({ context, input }) => addToNext(context, input)),
  removeWaiting: os.removeWaiting.handler(({ context, input }) => removeWaiting(context, input)),
  carryOver: os.carryOver.handler(({ context, input }) => carryOver(context, input)),
  approve: os.approve.handler(({ context, input }) => approvePayout(context, input)),
  reopen: os.reopen.handler(({ context, input }) => reopenPayout(context, input)),
  discard: os.discard.handler(({ context, input }) => discardPayout(context, input)),
  close: os.close.handler(({ context, input }) => closePayout(context, input)),
  markSent: os.markSent.handler(({ context, input }) => markSent(context, input)),
  confirm: os.confirm.handler(({ context, input }) => confirmPayout(context, input)),
  fail: os.fail.handler(({ context, input }) => failPayout(context, input)),
  list: os.list.handler(({ context, input }) => listPayouts(context, input)),
  counts: os.counts.handler(({ context, input }) => countPayouts(context, input)),
  get: os.get.handler(({ context, input }) => getPayout(context, input)),
  renewals: os.renewals.handler(({ context, input }) => listRenewals(context, input)),
  redemptions: os.redemptions.handler(({ context, input }) => listPayoutRedemptions(context, input)),
  bankFileFit: os.bankFileFit.handler(({ context, input }) => getBankFileFit(context, input)),
  summary: os.summary.handler(({ context, input }) => getPayoutSummary(context, input)),
})
