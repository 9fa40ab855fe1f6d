import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BankOverview } from '../../contract'
import { bankingApi } from '../banking-queries'
import { initialValues, keptNumbers, savedSentence, saveFault, validateBank, type BankValues } from './bank-form'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { isStale, reasonOf } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'

/** The values live here, so that they outlast the step in which the person confirms who they are. */
export function useEditBank(merchantId: string, overview: BankOverview, onClose: () => void) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<'details' | 'confirmation'>('details')
  const [fault, setFault] = useState<string | null>(null)
  const [stale, setStale] = useState(false)
  const kept = keptNumbers(overview)
  const form = useForm<BankValues>({
    initialValues: initialValues(overview),
    validate: (values) => validateBank(values, kept),
  })
  // Kept nowhere once it has settled: what is sent holds the number.
  const saving = useMutation({ ...bankingApi.save.mutationOptions(), gcTime: 0 })

  const succeed = async (values: BankValues) => {
    onClose()
    notifySuccess('Bank details saved', savedSentence(values.accountNumber, kept.accountNumber))
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: bankingApi.key() }),
      queryClient.invalidateQueries({ queryKey: merchantsApi.key() }),
    ])
  }
  const fail = (error: unknown) => {
    if (reasonOf(error) === 'SIGN_IN_AGAIN') {
      setStep('confirmation')
      return
    }
    setStep('details')
    setStale(isStale(error))
    const { field, text } = saveFault(error)
    if (field) form.setFieldError(field, text)
    else if (!isStale(error)) setFault(text)
  }
  const save = async () => {
    if (saving.isPending) return
    setFault(null)
    const { accountName, accountType, routingNumber, accountNumber } = form.getValues()
    const bankInfo = {
      ...{ accountName: accountName.trim(), accountType, routingNumber },
      ...(accountNumber !== '' && { accountNumber }),
    }
    try {
      await saving.mutateAsync({ merchantId, version: overview.bank?.version ?? 0, bankInfo })
    } catch (error) {
      fail(error)
      return
    } finally {
      saving.reset()
    }
    void succeed(form.getValues())
  }
  return { form, kept, step, setStep, fault, stale, save, isSaving: saving.isPending }
}
