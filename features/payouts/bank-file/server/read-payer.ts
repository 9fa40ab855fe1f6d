import { normalizeNumber } from '@quaff/features/banking/rules'
import { loadPlatformSettings } from '@quaff/features/settings/server'
import type { Queryable } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { payoutRefusals } from '../../refusals'
import type { BankFileInput } from '../contract'
import { currencyOf, isPayableIban, missingPayerSettings } from '../rules'

/** @throws FORMAT_CURRENCY, PAYER_SETTINGS, PAYER_IBAN */
export async function readPayer(db: Queryable, { format = 'csv', currency, payerIban = '' }: BankFileInput) {
  if ((currencyOf[format] ?? currency) !== currency) throw refuse(payoutRefusals, 'FORMAT_CURRENCY')
  const payer = await loadPlatformSettings(db)
  const missing = missingPayerSettings(format, payer)
  if (missing.length > 0) throw refuse(payoutRefusals, 'PAYER_SETTINGS', missing.join(', '))
  const iban = normalizeNumber(payerIban)
  if (format === 'pain001' && !isPayableIban(iban)) throw refuse(payoutRefusals, 'PAYER_IBAN')
  return { ...payer, payerIban: iban }
}
