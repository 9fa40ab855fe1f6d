import { IconArrowLeft, IconDeviceFloppy, IconInbox, IconLock, IconTrash, IconWorldUpload } from '@tabler/icons-react'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import { Button } from '@quaff/platform/console/controls/button'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { removalRefusal } from '../../building/rules'
import { FormStatusPill } from '../form-status-pill'
import type { FormDraft } from './use-form-draft'
import classes from './builder.module.css'

interface BuilderHeaderProps {
  form: FormDraft
  onBack: () => void
  onSubmissions: () => void
  onSave: () => void
  onPublish: () => void
  onClose: () => void
  onDelete: () => void
}

export function BuilderHeader({
  form,
  onBack,
  onSubmissions,
  onSave,
  onPublish,
  onClose,
  onDelete,
}: BuilderHeaderProps) {
  const { known, draft, isDirty, busy } = form
  const { status, liveVersion, waiting } = known
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
        title={<span className={classes.title}>{draft.name.trim() === '' ? 'Form without a name' : draft.name}</span>}
        description={
          <span className="q-row q-wrap">
            <FormStatusPill form={known} />
            <span className="q-caption">{versionWords(liveVersion, status === 'live')}</span>
            {isDirty && (
              <span className="q-tag" data-tone="warn">
                Not saved
              </span>
            )}
          </span>
        }
        actions={
          <>
            <PermissionButton
              icon={IconDeviceFloppy}
              disabledReason={isDirty ? undefined : 'Everything is saved.'}
              loading={busy}
              onClick={onSave}
            >
              Save
            </PermissionButton>
            <ActionMenu
              label={`More actions for ${known.name}`}
              items={[
                {
                  id: 'submissions',
                  icon: IconInbox,
                  onSelect: onSubmissions,
                  label: waiting > 0 ? `Submissions (${waiting} waiting)` : 'Submissions',
                },
                {
                  id: 'close',
                  label: 'Close',
                  icon: IconLock,
                  onSelect: onClose,
                  disabledReason: status === 'live' ? undefined : 'It takes no answers now.',
                },
                {
                  id: 'delete',
                  label: 'Delete',
                  icon: IconTrash,
                  danger: true,
                  separated: true,
                  onSelect: onDelete,
                  disabledReason: removalRefusal(known) ?? undefined,
                },
              ]}
            />
            <PermissionButton
              variant="primary"
              icon={IconWorldUpload}
              disabledReason={needsPublishing ? undefined : 'Everything is published.'}
              loading={busy}
              onClick={onPublish}
            >
              {reopens ? 'Open again' : 'Publish'}
            </PermissionButton>
          </>
        }
      />
    </div>
  )
}

function versionWords(version: number | null, isLive: boolean): string {
  if (version === null) return 'Never published'
  return isLive ? `Version ${version} is live` : `Version ${version} was the last one`
}
