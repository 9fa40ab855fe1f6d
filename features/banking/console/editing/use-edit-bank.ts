import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { reasonOf } from '@quaff/features/reasons'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { BankOverview } from '../../contract'
import { bankingApi } from '../banking-queries'
import {
  bankMergeWords,
  initialValues,
  keptNumbers,
  savedSentence,
  saveFault,
  validateBank,
  type BankValues,
} from './bank-form'

/** The values live here, so that they outlast the step in which the person confirms who they are. */
export function useEditBank(merchantId: string, opened: BankOverview, onClose: () => void) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<'details' | 'confirmation'>('details')
  const [fault, setFault] = useState<string | null>(null)
  const [overview, setOverview] = useState(opened)
  const kept = keptNumbers(overview)
  const form = useForm<BankValues>({
    initialValues: initialValues(overview),
    validate: (values) => validateBank(values, kept),
  })
  // Kept nowhere once it has settled: what is sent holds the number.
  const saving = useMutation({ ...bankingApi.save.mutationOptions(), gcTime: 0 })

  const merge = useMerge({
    words: bankMergeWords,
    base: overview,
    valuesOf: initialValues,
    keptOf: keptNumbers,
    load: () => queryClient.fetchQuery({ ...bankingApi.get.queryOptions({ input: { merchantId } }), staleTime: 0 }),
    rebase: setOverview,
    form,
  })

  const succeed = async (values: BankValues) => {
    onClose()
    notifySuccess('Bank details saved', savedSentence(values.accountNumber, kept.accountNumber))
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: bankingApi.key() }),
      queryClient.invalidateQueries({ queryKey: merchantsApi.key() }),
    ])
  }
  const fail = async (error: unknown) => {
    if (reasonOf(error) === 'SIGN_IN_AGAIN') {
      setStep('confirmation')
      return
    }
    setStep('details')
    if (await merge.meet(error)) return
    const { field, text } = saveFault(error)
    if (field) form.setFieldError(field, text)
    else setFault(text)
  }
  const save = async () => {
    if (saving.isPending) return
    setFault(null)
    const { accountName, accountType, routingNumber, accountNumber } = form.getValues()
    const bankInfo = {
      accountName: accountName.trim(),
      accountType,
      routingNumber,
      ...(accountNumber !== '' && { accountNumber }),
    }
    try {
      await saving.mutateAsync({ merchantId, version: overview.bank?.version ?? 0, bankInfo })
    } catch (error) {
      await fail(error)
      return
    } finally {
      saving.reset()
    }
    void succeed(form.getValues())
  }
  return { form, kept, step, setStep, fault, stale: merge.view, save, isSaving: saving.isPending }
}
