import { Checkbox } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice, SkeletonText } from '@quaff/platform/console/display/panel'
import { ReasonField, useChoice, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { useTypedName } from '@quaff/platform/console/forms/typed-name'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { isolated } from '@quaff/platform/shared/readable-text'
import { listedSteps, missingOf, stepLabels, topicLabels } from '../completeness-rules'
import {
  type CompletenessStep,
  completenessSteps,
  type MerchantImpact,
  type MerchantRecord,
  requestNoteField,
} from '../contract'
import { approvalNoteField, reasonField } from '../review-contract'
import { changesText } from '../review-rules'
import { mailedReason, mailText, obstacles, type ReasonedAction, reasonedLabels } from './action-labels'
import { CompletenessList, requiredText } from './completeness-panel'
import type { MerchantAction } from './merchant-commands-widget'
import { merchantsApi } from './merchant-queries-widget'
import classes from './merchant-sheet.module.css'

export function MerchantActionDialog({ action, ...props }: ActionDialogProps & { action: MerchantAction }) {
  if (action === 'approve') return <ApproveDialog {...props} />
  if (action === 'requestChanges') return <RequestChangesDialog {...props} />
  if (action === 'delete') return <DeleteDialog {...props} />
  return <ReasonDialog action={action} {...props} />
}

function ApproveDialog({ merchant: opened, onClose, onDone }: ActionDialogProps) {
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const notes = useTyped(approvalNoteField)
  const missing = missingOf(merchant.checklist)
  return (
    <VerbDialog
      verb={verb}
      title={`Approve ${isolated(merchant.name)}?`}
      description="Owners get an email."
      button="Approve"
      fields={{ notes }}
      check={notes.check}
      call={({ id: merchantId }) => merchantsApi.approve.call({ merchantId, notes: notes.text })}
      onDone={(approved) => onDone('approve', approved)}
      onClose={onClose}
    >
      {missing.length > 0 && (
        <Notice
          tone="warn"
          title={missing.length === 1 ? 'One step is missing' : `${missing.length} steps are missing`}
        >
          {`Missing: ${listedSteps(missing)}. Approve anyway or request changes.`}
        </Notice>
      )}
      <div className="q-stack-tight">
        <span className="q-caption q-num">{requiredText(merchant.checklist)}</span>
        <CompletenessList checklist={merchant.checklist} />
      </div>
      <ReasonField typed={notes} label="Notes" description="Only your team sees this." />
    </VerbDialog>
  )
}

function DeleteDialog({ merchant: opened, onClose, onDone }: ActionDialogProps) {
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const typed = useTypedName(merchant.name)
  const impact = useQuery(merchantsApi.impact.queryOptions({ input: { merchantId: opened.id } }))
  const refused = impact.data?.deletable === false
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${isolated(merchant.name)}?`}
      button="Delete permanently"
      danger
      blocked={impact.data?.deletable !== true}
      check={typed.check}
      call={({ id: merchantId, version }) =>
        merchantsApi.delete.call({ merchantId, version, confirmName: typed.value })
      }
      onDone={() => onDone('delete', undefined)}
      onClose={onClose}
    >
      {impact.data && refused ? (
        <Notice tone="danger" title="You can’t delete this merchant">
          {`This merchant has ${obstacles(impact.data)}. Archive it instead.`}
        </Notice>
      ) : (
        <ImpactNotice query={impact} tone="warn">
          {() => 'This permanently deletes the profile, locations, plans, promotions and bank details.'}
        </ImpactNotice>
      )}
      {!refused && typed.field}
    </VerbDialog>
  )
}

function ReasonDialog({ action, merchant: opened, onClose, onDone }: ActionDialogProps & { action: ReasonedAction }) {
  const labels = reasonedLabels[action]
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const reason = useTyped(reasonField)
  // Archiving sends no email, so restoring from the archive does not either.
  const mails = labels.mailsOwners && !(action === 'restore' && merchant.status === 'archived')
  const impact = useQuery(merchantsApi.impact.queryOptions({ input: { merchantId: opened.id } }))
  return (
    <VerbDialog
      verb={verb}
      title={labels.title(merchant.name)}
      button={labels.button}
      danger={labels.danger}
      fields={{ reason }}
      check={reason.check}
      call={({ id: merchantId, version }) => merchantsApi[action].call({ merchantId, version, reason: reason.text })}
      onDone={(changed) => onDone(action, changed)}
      onClose={onClose}
    >
      <ImpactNotice query={impact}>
        {(details) => (
          <>
            <p>{labels.consequence(details, merchant)}</p>
            <p>{mails ? mailText(details) : 'No email is sent.'}</p>
          </>
        )}
      </ImpactNotice>
      <ReasonField
        typed={reason}
        label={labels.reasonLabel}
        description={mails && impact.data?.owners !== 0 ? mailedReason : 'Only your team sees this.'}
      />
    </VerbDialog>
  )
}

interface ImpactNoticeProps {
  query: UseQueryResult<MerchantImpact>
  tone?: 'info' | 'warn'
  children: (impact: MerchantImpact) => ReactNode
}

/** Shows what depends on the merchant. It does not block the action, so a failure only says that it is unknown. */
function ImpactNotice({ query, tone = 'info', children }: ImpactNoticeProps) {
  if (query.isPending) return <SkeletonText lines={2} />
  if (query.data) return <Notice tone={tone}>{children(query.data)}</Notice>
  return (
    <Notice
      tone="warn"
      action={
        <Button size="sm" onClick={() => void query.refetch()}>
          Retry
        </Button>
      }
    >
      Couldn’t load what depends on this merchant.
    </Notice>
  )
}

function RequestChangesDialog({ merchant: opened, onClose, onDone }: ActionDialogProps) {
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
      title={`Request changes from ${isolated(merchant.name)}`}
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
      <p>{changesText(merchant.name, merchant.status === 'active')}</p>
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

interface ActionDialogProps {
  merchant: MerchantRecord
  onClose: () => void
  /** After success: the merchant's current record; undefined if it was deleted. */
  onDone: (action: MerchantAction, merchant: MerchantRecord | undefined) => void
}

const useMerchantVerb = (opened: MerchantRecord) =>
  useVerb({
    what: 'merchant',
    opened,
    keys: [merchantsApi.key()],
    load: ({ id: merchantId }) => merchantsApi.get.call({ merchantId }),
  })
