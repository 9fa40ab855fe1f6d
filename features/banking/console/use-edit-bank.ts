import { useForm } from '@mantine/form'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { reasonOf } from '@quaff/features/reasons'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { useConfirmOnce } from '@quaff/platform/console/forms/confirm-once'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { BankOverview } from '../contract'
import { normalizeNumber } from '../rules'
import {
  bankMergeWords,
  initialValues,
  keptNumbers,
  savedSentence,
  toBankInfo,
  validateBank,
  type BankValues,
} from './bank-form'
import { typedWarnings, warningTexts } from './bank-warnings'
import { bankingApi } from './banking-queries'

/** The values live here, so that they outlast the step in which the person confirms who they are. */
export function useEditBank(merchantId: string, opened: BankOverview, onClose: () => void) {
  const [step, setStep] = useState<'details' | 'confirmation'>('details')
  const [overview, setOverview] = useState(opened)
  const kept = keptNumbers(overview)
  const form = useForm<BankValues>({
    initialValues: initialValues(overview),
    validate: (values) => validateBank(values, kept),
  })
  // No draft: numbers of an account are never stored in the browser.
  const guard = useCloseGuard(form.isDirty(), onClose)
  const merge = useMerge({
    words: bankMergeWords,
    base: overview,
    valuesOf: initialValues,
    keptOf: keptNumbers,
    load: () => bankingApi.get.call({ merchantId }),
    rebase: setOverview,
    form,
  })

  const saving = useSave({
    form,
    keys: [bankingApi.key(), merchantsApi.key()],
    send: (values) =>
      bankingApi.save.call({ merchantId, version: overview.bank?.version ?? 0, bankInfo: toBankInfo(values) }),
    onSaved: () => {
      guard.leave()
      notifySuccess(
        'Bank details saved',
        savedSentence(normalizeNumber(form.getValues().accountNumber), kept.accountNumber),
      )
    },
    meet: async (error) => {
      const asksAgain = reasonOf(error) === 'SIGN_IN_AGAIN'
      // A refusal looks for its field right after: by then the fields are back.
      flushSync(() => setStep(asksAgain ? 'confirmation' : 'details'))
      return asksAgain || merge.meet(error)
    },
  })
  const unusual = useConfirmOnce(typedWarnings(form.values, kept).map((warning) => warningTexts[warning]))
  return { form, kept, guard, step, setStep, saving, unusual, stale: merge.view }
}
