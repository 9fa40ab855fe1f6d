import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ConfirmIdentityDialog, useRecentSignIn } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { counted } from '@quaff/platform/console/display/formats'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { Notice, SkeletonText } from '@quaff/platform/console/display/panel'
import { checkFirstText, errorText, isUnconfirmedText } from '@quaff/platform/console/forms/error-text'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { useRefetch } from '@quaff/platform/console/query-client'
import { UploadError } from '@quaff/platform/console/rpc'
import { startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import type { ImportDetails, ImportedTeam } from '../contract'
import { AdministratorNames } from './found-panel'
import { importsApi } from './imports-queries'

interface ActionDialogProps {
  action: ReturnType<typeof useSensitiveAction>
  title: string
  description: string
  button: string
  danger?: boolean
  disabled?: boolean
  children?: ReactNode
  onClose: () => void
}

export function ActionDialog(props: ActionDialogProps) {
  const { action, title, description, button, danger = false, disabled = false, children, onClose } = props
  const { gate, problem } = action
  if (gate.asking) return <ConfirmIdentityDialog gate={gate} action="Confirm and continue" onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      description={description}
      keepOnOutsideClick
      onSubmit={() => {
        if (!disabled) void gate.attempt()
      }}
      footer={
        <DialogButtons onCancel={onClose} danger={danger} loading={gate.busy} disabled={disabled}>
          {button}
        </DialogButtons>
      }
    >
      {problem && (
        <Notice tone="danger" announce>
          {problem}
        </Notice>
      )}
      {children}
    </Dialog>
  )
}

const uploadText = ({ message }: UploadError) => (isUnconfirmedText(message) ? checkFirstText : message)

export function useSensitiveAction(run: () => Promise<void>) {
  const [problem, setProblem] = useState<string>()
  const refetch = useRefetch(importsApi.key())
  const gate = useRecentSignIn(
    async () => {
      setProblem(undefined)
      await run()
      void refetch()
    },
    (error) => {
      setProblem(error instanceof UploadError ? uploadText(error) : errorText(error))
      void refetch()
    },
  )
  return { gate, problem, setProblem }
}

/** Applies a checked import. Money and administrators must be confirmed each time. */
export function ApplyDialog({ run, onClose }: { run: ImportDetails; onClose: () => void }) {
  const timeZone = useTimeZone()
  const [day, setDay] = useState('')
  const [fault, setFault] = useState<string>()
  const [grantsAdmins, setGrants] = useState(false)
  const [takesDamaged, setDamaged] = useState(false)
  const hasPasses = run.kinds.some(({ kind, read }) => kind === 'subscriptions' && read > 0)
  const action = useSensitiveAction(async () => {
    if (hasPasses && day === '') return setFault('Choose a date')
    const paidUntil = day === '' ? null : startOfDayKeyIn(timeZone, day)
    await importsApi.apply.call({ runId: run.id, paidUntil, grantsAdmins, takesDamaged })
    onClose()
  })
  return (
    <ActionDialog
      action={action}
      title={`Apply ${run.source}?`}
      description={`${counted(run.total ?? 0, 'document')} will be imported. No emails are sent, and records you edited here aren’t overwritten.`}
      button="Apply import"
      onClose={onClose}
    >
      {hasPasses && (
        <DateField
          label="Paid until"
          description={`Venues are already paid up to the start of this day${inZone(timeZone)}. Earlier periods won’t be paid again.`}
          value={day}
          error={fault}
          data-autofocus
          onChange={(next) => {
            setFault(undefined)
            setDay(next)
          }}
        />
      )}
      {run.lacks.length > 0 && (
        <Checkbox
          label="Import a damaged source"
          description="Imports only the documents we could read. The rest will be missing."
          checked={takesDamaged}
          onChange={(event) => setDamaged(event.currentTarget.checked)}
        />
      )}
      {run.administrators.length > 0 && (
        <div className="q-stack-tight">
          <p>
            The old system has {counted(run.administrators.length, 'administrator')}:{' '}
            <AdministratorNames people={run.administrators} />
          </p>
          <Checkbox
            label="Grant admin access"
            description="They’ll have full access. Otherwise they’re imported without admin access."
            checked={grantsAdmins}
            onChange={(event) => setGrants(event.currentTarget.checked)}
          />
        </div>
      )}
    </ActionDialog>
  )
}

export function InviteDialog({ run, onClose }: { run: ImportDetails; onClose: () => void }) {
  const [withPassword, setWithPassword] = useState(false)
  const team = useQuery(importsApi.team.queryOptions({ input: { runId: run.id }, staleTime: 0 }))
  const action = useSensitiveAction(async () => {
    let invited = 0
    for (let left = true; left;) {
      const answer = await importsApi.invite.call({ runId: run.id, withPassword })
      invited += answer.invited
      left = answer.left
    }
    notifySuccess(`${counted(invited, 'person', 'people')} invited`)
    onClose()
  })
  const count = team.data ? team.data.without + (withPassword ? team.data.with : 0) : 0
  return (
    <ActionDialog
      action={action}
      title="Invite the team"
      description="Send each imported team member one invitation. No one is emailed twice."
      button={count === 0 ? 'Invite' : `Invite ${counted(count, 'person', 'people')}`}
      disabled={count === 0}
      onClose={onClose}
    >
      {team.isPending && <SkeletonText lines={3} />}
      {team.isError && <ErrorState what="the team" onRetry={() => void team.refetch()} />}
      {team.data && (
        <>
          <p role="status">{teamText(team.data)}</p>
          {team.data.with > 0 && (
            <Checkbox
              label={`Also invite ${counted(team.data.with, 'person', 'people')} with an imported password`}
              description="They can already sign in with their old password."
              checked={withPassword}
              onChange={(event) => setWithPassword(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}

function teamText({ without, invited, unreachable }: ImportedTeam): string {
  const sentences = [
    without === 0
      ? 'Everyone has been invited.'
      : `${counted(without, 'person gets', 'people get')} a link to set a password.`,
    invited > 0 && `${counted(invited, 'person', 'people')} already invited.`,
    unreachable > 0 && `${counted(unreachable, 'person has', 'people have')} no email address.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
