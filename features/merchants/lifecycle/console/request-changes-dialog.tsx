import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useChoice, useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { missingOf, stepLabels, topicLabels } from '../../completeness/rules'
import { merchantsApi } from '../../console/merchant-queries'
import { completenessSteps, requestNoteField, type CompletenessStep, type MerchantRecord } from '../../contract'
import { mailText } from './action-words'
import { useMerchantVerb, type ActionDialogProps } from './use-merchant-verb'
import classes from './actions.module.css'

export function RequestChangesDialog({ merchant: opened, onClose, onDone }: ActionDialogProps) {
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const items = useChoice<CompletenessStep[]>(missingOf(opened.checklist))
  const note = useTyped(requestNoteField)
  const check = () => {
    const isEmpty = items.value.length === 0 && note.text === ''
    if (isEmpty) note.refuse('Choose what is missing, or write a note.')
    return !isEmpty && note.check()
  }
  const toggle = (step: CompletenessStep) => {
    note.forgive()
    items.set((before) => completenessSteps.filter((known) => before.includes(known) !== (known === step)))
  }
  return (
    <VerbDialog
      verb={verb}
      title={`Request changes from ${merchant.name}`}
      description="Owners get an email with your notes and resubmit when they’re done."
      button="Send request"
      fields={{ items, note }}
      check={check}
      call={({ id: merchantId, version }) =>
        merchantsApi.requestChanges.call({ merchantId, version, items: items.value, note: note.text })
      }
      onDone={(changed) => onDone('requestChanges', changed)}
      onClose={onClose}
    >
      <fieldset className="q-stack-tight">
        <legend className="q-h3">What needs to change</legend>
        <div className={classes.choices}>
          {completenessSteps.map((step) => (
            <Checkbox
              key={step}
              label={stepLabels[step]}
              checked={items.value.includes(step)}
              onChange={() => toggle(step)}
            />
          ))}
        </div>
      </fieldset>
      <ReasonField typed={note} label="Note" />
      <RequestPreview merchant={merchant} items={items.value} note={note.text} />
    </VerbDialog>
  )
}

type PreviewProps = { merchant: MerchantRecord; items: readonly CompletenessStep[]; note: string }

function RequestPreview({ merchant, items, note }: PreviewProps) {
  const impact = useQuery(merchantsApi.impact.queryOptions({ input: { merchantId: merchant.id } }))
  return (
    <section className={classes.preview} aria-label="Email preview">
      <span className="q-caption">Email preview</span>
      <p>{`We looked at ${merchant.name}. Before we can approve it, please see to this and request approval again:`}</p>
      {items.length > 0 && (
        <ul className={classes.bullets}>
          {items.map((step) => (
            <li key={step}>{topicLabels[step]}</li>
          ))}
        </ul>
      )}
      {note !== '' && <p className={classes.note}>{note}</p>}
      {impact.data && <span className="q-caption">{mailText(impact.data)}</span>}
    </section>
  )
}
