import { useEffect, useRef, useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ErrorNotice, Notice } from '@quaff/platform/console/display/panel'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { commandsOf } from '@quaff/platform/console/frame/command'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRegistered, useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { DeleteFormDialog } from '../../console/delete-form-dialog'
import { type FormAction, formCommands } from '../../console/form-commands-widget'
import { kindMeta } from '../../console/form-status-pill'
import { FunnelPanel } from '../../console/funnel-panel'
import { SharePanel } from '../../console/share-panel'
import type { BuilderView } from '../../console/signup-forms-search-widget'
import { VersionsPanel } from '../../console/versions-panel'
import type { FormRecord } from '../../contract'
import type { FormField } from '../../fields-contract'
import { type FieldError, fieldErrors } from '../../fields-rules'
import { BuilderHeader, PublishDialog } from './builder-header'
import { PreviewPanel } from './preview-panel'
import { QuestionsPanel } from './questions-panel'
import { SettingsForm } from './settings-form'
import { draftErrors, type FormDraft, ofKept, toKept, useFormDraft } from './use-form-draft'
import classes from './builder.module.css'

interface FormEditorProps {
  form: FormRecord
  view: BuilderView | undefined
  onClose: () => void
  onDuplicate: () => void
  onSubmissions: () => void
}

const tabs = [
  { id: 'questions', label: 'Questions' },
  { id: 'settings', label: 'Settings' },
  { id: 'share', label: 'Share' },
  { id: 'results', label: 'Results' },
  { id: 'versions', label: 'Versions' },
] as const

export function FormEditorView({ form, view, onClose, onDuplicate, onSubmissions }: FormEditorProps) {
  const timeZone = useTimeZone()
  const draft = useFormDraft(form, timeZone)
  // Not in the URL, because a navigation would ask about unsaved changes.
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>(view ?? 'questions')
  const [openId, setOpenId] = useState<string>()
  /** The question to focus; a new object for each request. */
  const [wanted, setWanted] = useState<{ id: string }>()
  /** Errors appear after the first attempt, and then follow the input. */
  const [checks, setChecks] = useState({ settings: 0, questions: false })
  const [dialog, setDialog] = useState<'delete' | 'publish'>()
  const guard = useCloseGuard(draft.isDirty, onClose, {
    name: `signup-form.${form.id}`,
    version: draft.known.version,
    form: {
      values: toKept(draft.draft),
      getInitialValues: () => toKept(draft.stored),
      setValues: (values) => draft.change(ofKept(values)),
    },
  })
  const settingErrors = checks.settings > 0 ? draftErrors(draft.draft) : {}
  const questionErrors = checks.questions ? fieldErrors(draft.draft.fields) : []

  const isSavable = () => {
    const isFine = Object.keys(draftErrors(draft.draft)).length === 0
    setChecks((before) => ({ ...before, settings: isFine ? 0 : before.settings + 1 }))
    if (!isFine) setTab('settings')
    return isFine
  }
  const save = async () => {
    if (!draft.isDirty || !isSavable()) return
    const saved = await draft.save()
    if (saved) notifySuccess('Form saved', saved.status === 'live' ? 'Publish to make the changes public' : undefined)
  }
  const publish = async () => {
    if (!isSavable()) return
    const isComplete = fieldErrors(draft.draft.fields).length === 0
    setChecks((before) => ({ ...before, questions: !isComplete }))
    if (!isComplete) return setTab('questions')
    const { status, hasChanges } = draft.known
    if (status === 'closed' && !draft.isDirty && !hasChanges) await confirmed()
    else setDialog('publish')
  }
  const confirmed = async () => {
    const isFirst = draft.known.liveVersion === null
    const live = await draft.publish()
    setDialog(undefined)
    if (!live) return
    notifySuccess(`Version ${live.liveVersion ?? 1} is live`, live.name)
    if (isFirst) setTab('share')
  }
  const close = async () => {
    const closed = await draft.close()
    if (closed) notifySuccess('Form closed', closed.name)
  }
  const does = {
    edit: () => setTab('questions'),
    share: () => setTab('share'),
    submissions: onSubmissions,
    duplicate: onDuplicate,
    close: () => void close(),
    reopen: () => void publish(),
    delete: () => setDialog('delete'),
  } satisfies Record<FormAction, () => void>
  const start = (action: FormAction) => does[action]()
  useRegistered(() => commandsOf(formCommands, draft.known, {}, start), 'page')
  useShortcuts([
    { keys: 'mod+s', label: 'Save form', section: 'Form', run: () => void save(), allowInInputs: true },
    { keys: 'alt+arrowup', label: 'Move question up', section: 'Form', run: () => undefined, helpOnly: true },
    { keys: 'alt+arrowdown', label: 'Move question down', section: 'Form', run: () => undefined, helpOnly: true },
  ])
  const { fields, ...texts } = draft.draft
  return (
    <div className="q-stack">
      <BuilderHeader
        form={draft}
        onBack={guard.close}
        onSave={() => void save()}
        onPublish={() => void publish()}
        onAction={start}
      />
      {guard.draft.restored && !guard.asking && (
        <div className="q-row q-wrap">
          <GuardedFooter guard={guard}>{null}</GuardedFooter>
        </div>
      )}
      <ListTabs label="Form" tabs={tabs} value={tab} onChange={setTab} />
      <EditorNotices
        draft={draft}
        errors={tab === 'questions' ? questionErrors : []}
        onGo={(fieldId) => {
          setOpenId(fieldId)
          setWanted({ id: fieldId })
        }}
      />
      {(tab === 'questions' || tab === 'settings') && (
        <div className={classes.columns}>
          {tab === 'questions' ? (
            <QuestionsPanel
              fields={fields}
              errors={questionErrors}
              openId={openId}
              wanted={wanted}
              onOpen={setOpenId}
              onChange={draft.changeFields}
            />
          ) : (
            <SettingsForm
              form={draft.known}
              draft={draft.draft}
              errors={settingErrors}
              attempt={checks.settings}
              timeZone={timeZone}
              onChange={draft.change}
            />
          )}
          <PreviewPanel fields={fields} {...texts} />
        </div>
      )}
      {tab === 'share' && <SharePanel form={draft.known} onSettings={() => setTab('settings')} />}
      {tab === 'results' && <FunnelPanel formId={form.id} />}
      {tab === 'versions' && <VersionsPanel form={draft.known} />}
      <MergeNotice what="form" view={draft.stale} />
      {guard.asking && (
        <div className={classes.question}>
          <GuardedFooter guard={guard}>{null}</GuardedFooter>
        </div>
      )}
      {dialog === 'publish' && (
        <PublishDialog form={draft} onConfirm={() => void confirmed()} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'delete' && (
        <DeleteFormDialog
          form={draft.known}
          onDeleted={() => {
            guard.release()
            onClose()
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

interface EditorNoticesProps {
  draft: FormDraft
  errors: readonly FieldError[]
  onGo: (fieldId: string) => void
}

function EditorNotices({ draft, errors, onGo }: EditorNoticesProps) {
  const { problem } = draft
  return (
    <>
      <ErrorNotice title="Couldn’t update the form" text={problem} />
      {errors.length > 0 && <PublishErrorsNotice errors={errors} fields={draft.draft.fields} onGo={onGo} />}
    </>
  )
}

interface PublishErrorsNoticeProps {
  errors: readonly FieldError[]
  fields: readonly FormField[]
  onGo: (fieldId: string) => void
}

/** Lists the errors that prevent publishing; each links to its question. */
function PublishErrorsNotice({ errors, fields, onGo }: PublishErrorsNoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const count = errors.length
  return (
    <div ref={ref} tabIndex={-1} className={classes.errors}>
      <Notice tone="danger" title={`Can’t publish yet: ${count} ${count === 1 ? 'issue' : 'issues'}`} announce>
        <ul className="q-stack-tight">
          {errors.map(({ fieldId, text }, index) => {
            const at = fields.findIndex(({ id }) => id === fieldId)
            const field = fields[at]
            if (!field) return <li key={index}>{text}</li>
            return (
              <li key={index}>
                <button type="button" className={classes.error} onClick={() => onGo(fieldId)}>
                  {field.label.trim() === '' ? `Question ${at + 1} (${kindMeta[field.kind].label})` : field.label}
                </button>
                : {text}
              </li>
            )
          })}
        </ul>
      </Notice>
    </div>
  )
}
