import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { counted } from '@quaff/platform/console/display/figure-text'
import { inZone } from '@quaff/platform/console/display/measured-words'
import { startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import type { ImportDetails } from '../contract'
import { ActionDialog, useSensitiveAction } from './action-dialog'
import { AdministratorNames } from './found-panel'
import { importsApi } from './imports-queries'

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
