import { TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-queries-widget'
import { reasonOf } from '@quaff/features/reasons'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { ErrorNotice, Notice } from '@quaff/platform/console/display/panel'
import { normalizedInput } from '@quaff/platform/console/forms/field-inputs'
import { GuardedFooter, useCloseGuard, useConfirmOnce } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { type AccountType, bankLimits, type BankOverview, type BankWarning } from '../contract'
import { bankNumberWarnings, normalizeNumber } from '../rules'
import { accountTypeLabels } from './bank-details-section'
import {
  bankMergeLabels,
  type BankValues,
  endOf,
  initialValues,
  keptNumbers,
  type KeptNumbers,
  savedSentence,
  toBankInfo,
  validateBank,
} from './bank-form'
import { bankingApi } from './banking-queries'

interface EditBankDialogProps {
  merchantId: string
  overview: BankOverview
  onClose: () => void
}

export function EditBankDialog({ merchantId, overview, onClose }: EditBankDialogProps) {
  const { form, kept, guard, step, setStep, saving, unusual, stale } = useEditBank(merchantId, overview, onClose)
  if (step === 'confirmation' && !guard.asking) {
    return (
      <ConfirmIdentityDialog
        gate={{ attempt: () => saving.save(form.getValues()), back: () => setStep('details') }}
        action="Confirm and save"
        onClose={guard.close}
      />
    )
  }
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={overview.bank ? 'Edit bank details' : 'Add bank details'}
      description={`Where payouts for ${isolated(overview.merchantName)} go. We email owners and administrators about every change.`}
      keepOnOutsideClick
      onSubmit={(event) => {
        if (!guard.asking && (!form.isValid() || unusual.pass())) saving.submit(event)
      }}
      footer={
        <GuardedFooter guard={guard}>
          <DialogButtons onCancel={guard.close} loading={saving.busy}>
            {saving.busy ? 'Saving…' : unusual.label('Save bank details')}
          </DialogButtons>
        </GuardedFooter>
      }
    >
      <ErrorNotice text={saving.problem} />
      <BankFields form={form} kept={kept} question={unusual.notice} />
      <MergeNotice what="bank account" view={stale} />
    </Dialog>
  )
}

/** Keeps the values here, so that they survive the step that confirms the user's identity. */
function useEditBank(merchantId: string, opened: BankOverview, onClose: () => void) {
  const [step, setStep] = useState<'details' | 'confirmation'>('details')
  const [overview, setOverview] = useState(opened)
  const kept = keptNumbers(overview)
  const form = useForm<BankValues>({
    initialValues: initialValues(overview),
    validate: (values) => validateBank(values, kept),
  })
  // No draft: the browser never stores account numbers.
  const guard = useCloseGuard(form.isDirty(), onClose)
  const merge = useMerge({
    labels: bankMergeLabels,
    base: overview,
    toFormValues: initialValues,
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
      const requestsAgain = reasonOf(error) === 'SIGN_IN_AGAIN'
      // The form must render first, because the refusal focuses its field right after.
      flushSync(() => setStep(requestsAgain ? 'confirmation' : 'details'))
      return requestsAgain || merge.meet(error)
    },
  })
  const unusual = useConfirmOnce(typedWarnings(form.values, kept).map((warning) => warningMessages[warning]))
  return { form, kept, guard, step, setStep, saving, unusual, stale: merge.view }
}

const types: readonly { value: AccountType; label: string }[] = [
  { value: 'checking', label: accountTypeLabels['checking'] ?? '' },
  { value: 'savings', label: accountTypeLabels['savings'] ?? '' },
]

interface BankFieldsProps {
  form: UseFormReturnType<BankValues>
  kept: KeptNumbers
  /** Replaces the warnings after the user tries to save. */
  question: ReactNode
}

function BankFields({ form, kept, question }: BankFieldsProps) {
  const { accountType } = form.values
  const accountNumber = normalizeNumber(form.values.accountNumber)
  const warnings = useSettledWarnings(form.values, kept)
  const first = useRef<HTMLInputElement>(null)
  // Also after the confirmation, while the dialog stays open.
  useEffect(() => first.current?.focus(), [])
  const numberField = (field: 'routingNumber' | 'accountNumber' | 'numberEnd', keeps: string | null = null) => ({
    autoCapitalize: 'characters',
    spellCheck: false,
    ...form.getInputProps(field),
    description: keeps === null ? undefined : `Leave blank to keep ${keeps}`,
    maxLength: bankLimits.wireNumber,
    ...normalizedInput({
      value: form.values[field],
      normalize: normalizeNumber,
      onChange: (text) => form.setFieldValue(field, text),
    }),
  })
  return (
    <>
      <TextInput
        label="Account holder"
        maxLength={bankLimits.holderName}
        data-autofocus
        ref={first}
        {...form.getInputProps('accountName')}
      />
      <div className="q-stack-tight">
        <span className="q-strong" aria-hidden>
          Account type
        </span>
        <div className="q-row">
          <Segmented
            label="Account type"
            value={accountType}
            options={types}
            onChange={(value) => form.setFieldValue('accountType', value)}
          />
        </div>
      </div>
      <div className="q-stack" onBlur={warnings.settle}>
        <TextInput label="Routing number" {...numberField('routingNumber', kept.routingNumber)} />
        <TextInput label="Account number" {...numberField('accountNumber', kept.accountNumber)} />
      </div>
      {question ||
        warnings.shown.map((warning) => (
          <Notice key={warning} tone="warn" announce>
            {warningMessages[warning]} You can still save it.
          </Notice>
        ))}
      {accountNumber !== '' && (
        <TextInput label={`Confirm the last ${endOf(accountNumber).length} characters`} {...numberField('numberEnd')} />
      )}
    </>
  )
}

/** Checks numbers when the user leaves their field, because a partly typed number looks wrong. */
function useSettledWarnings(values: BankValues, kept: KeptNumbers) {
  const numbers = `${values.routingNumber} ${values.accountNumber}`
  const [settled, setSettled] = useState(numbers)
  return { shown: settled === numbers ? typedWarnings(values, kept) : [], settle: () => setSettled(numbers) }
}

const warningMessages: Record<BankWarning, string> = {
  SWAPPED: 'The routing number and the account number look swapped.',
  ROUTING_CHECKSUM: 'This isn’t a valid US routing number. Check it against a bank statement.',
  ROUTING_LENGTH:
    'This routing number has an unusual length: US numbers have 9 digits, UK sort codes and Australian BSBs 6.',
  ROUTING_LETTER_O: 'The routing number contains the letter O. Did you mean zero?',
  ACCOUNT_LETTER_O: 'The account number contains the letter O. Did you mean zero?',
  IBAN_LENGTH: 'This IBAN has the wrong length for its country. Check it against a bank statement.',
  IBAN_CHECK: 'This isn’t a valid IBAN: its check digits don’t match. Check it against a bank statement.',
}

/** Returns no warnings while both numbers stay unchanged. */
function typedWarnings(values: BankValues, kept: KeptNumbers): BankWarning[] {
  const typed = { routing: normalizeNumber(values.routingNumber), account: normalizeNumber(values.accountNumber) }
  if (typed.routing === '' && typed.account === '') return []
  const routingNumber = typed.routing || (kept.routingNumber ?? '')
  return bankNumberWarnings({ routingNumber, accountNumber: typed.account || null })
}
