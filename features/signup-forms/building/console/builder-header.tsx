import { IconArrowLeft, IconDeviceFloppy, IconWorldUpload } from '@tabler/icons-react'
import { Button, PermissionButton } from '@quaff/platform/console/controls/button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { RowMenu } from '@quaff/platform/console/frame/record-commands'
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
    <div className="q-stack-tight">
      <div className="q-row">
        <Button size="sm" variant="quiet" icon={IconArrowLeft} onClick={onBack}>
          All forms
        </Button>
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
        actions={
          <>
            <PermissionButton
              icon={IconDeviceFloppy}
              disabledReason={isDirty ? undefined : 'No changes to save'}
              loading={busy}
              onClick={onSave}
            >
              Save
            </PermissionButton>
            <RowMenu set={formCommands} row={known} details={known} onRun={onAction} without={onScreen} />
            <PermissionButton
              variant="primary"
              icon={IconWorldUpload}
              disabledReason={needsPublishing ? undefined : 'No changes to publish'}
              loading={busy}
              onClick={onPublish}
            >
              {reopens ? 'Reopen' : 'Publish'}
            </PermissionButton>
          </>
        }
      />
    </div>
  )
}

function versionText(version: number | null, isLive: boolean): string {
  if (version === null) return 'Not published yet'
  return isLive ? `Version ${version} is live` : `Last version: ${version}`
}
