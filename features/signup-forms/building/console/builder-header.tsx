import { IconArrowLeft, IconDeviceFloppy, IconWorldUpload } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { counted } from '@quaff/platform/console/display/formats'
import { RowMenu } from '@quaff/platform/console/frame/command'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { formCommands, type FormAction } from '../../console/form-commands-widget'
import { FormStatusPill } from '../../console/form-status-pill'
import type { FormDraft } from './use-form-draft'
import classes from './builder.module.css'

interface BuilderHeaderProps {
  form: FormDraft
  onBack: () => void
  onSave: () => void
  onPublish: () => void
  onAction: (action: FormAction) => void
}

/** The header already has tabs and buttons for these actions, so the menu omits them. */
const onScreen = ['edit', 'share', 'reopen'] as const

export function BuilderHeader({ form, onBack, onSave, onPublish, onAction }: BuilderHeaderProps) {
  const { known, draft, isDirty, busy } = form
  const { status, liveVersion } = known
  const needsPublishing = isDirty || known.hasChanges || status !== 'live'
  const reopens = status === 'closed' && !isDirty && !known.hasChanges
  return (
    <>
      <div className={`q-row q-wrap ${classes.bar}`}>
        <Button variant="quiet" icon={IconArrowLeft} onClick={onBack}>
          All forms
        </Button>
        <span className="q-row q-end">
          {isDirty && (
            <Button icon={IconDeviceFloppy} loading={busy} onClick={onSave}>
              Save
            </Button>
          )}
          <RowMenu set={formCommands} row={known} details={known} onRun={onAction} without={onScreen} />
          {needsPublishing && (
            <Button variant="primary" icon={IconWorldUpload} loading={busy} onClick={onPublish}>
              {reopens ? 'Reopen' : 'Publish'}
            </Button>
          )}
        </span>
      </div>
      <PageHeader
        title={<span className={classes.title}>{draft.name.trim() === '' ? 'Untitled form' : draft.name}</span>}
        description={
          <span className="q-row q-wrap">
            <FormStatusPill form={known} />
            <span className="q-caption">{versionText(liveVersion, status === 'live')}</span>
            {isDirty && (
              <span className="q-tag" data-tone="warn">
                Unsaved changes
              </span>
            )}
          </span>
        }
      />
    </>
  )
}

function versionText(version: number | null, isLive: boolean): string {
  if (version === null) return 'Not published yet'
  return isLive ? `Version ${version} is live` : `Last version: ${version}`
}

type PublishDialogProps = { form: FormDraft; onConfirm: () => void; onClose: () => void }

/** Publishing is visible to everyone with the link, so its consequence is stated first. */
export function PublishDialog({ form: { known, draft, busy }, onConfirm, onClose }: PublishDialogProps) {
  const required = draft.fields.filter((field) => field.required).length
  const { liveVersion, status, address, viewed, submitted } = known
  return (
    <Dialog
      opened
      onClose={onClose}
      title={liveVersion === null ? 'Publish this form?' : `Publish version ${liveVersion + 1}?`}
      footer={
        <DialogButtons onCancel={onClose} loading={busy} onClick={onConfirm}>
          Publish
        </DialogButtons>
      }
    >
      <p>
        Anyone with the link can answer {counted(draft.fields.length, 'question')} ({required} required):{' '}
        <b>{address}</b>
      </p>
      <p className="q-secondary">
        {liveVersion === null
          ? 'You can change the questions later, but not the link.'
          : `${status === 'closed' ? 'The form opens again. ' : ''}New visitors see this version. ${counted(submitted, 'answer')} so far, from ${counted(viewed, 'visit')}, stay as they are.`}
      </p>
    </Dialog>
  )
}
