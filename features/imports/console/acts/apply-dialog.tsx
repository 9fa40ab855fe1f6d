import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateField } from '@quaff/platform/console/dates/date-field'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import type { ImportDetails } from '../../screen/contract'
import { importsApi } from '../imports-queries'
import { AdministratorNames } from '../run/administrator-names-section'
import { ActDialog } from './act-dialog'
import { useRecentAct } from './use-recent-act'

/** What was checked comes over. Money and administrators are asked about each time. */
export function ApplyDialog({ run, onClose }: { run: ImportDetails; onClose: () => void }) {
  const timeZone = useTimeZone()
  const [day, setDay] = useState('')
  const [fault, setFault] = useState<string>()
  const [grantsAdmins, setGrants] = useState(false)
  const [takesDamaged, setDamaged] = useState(false)
  const hasPasses = run.kinds.some(({ kind, read }) => kind === 'subscriptions' && read > 0)
  const act = useRecentAct(async () => {
    if (hasPasses && day === '') return setFault('Choose the day up to which the venues are paid')
    const paidUntil = day === '' ? null : startOfDayKeyIn(timeZone, day)
    await importsApi.apply.call({ runId: run.id, paidUntil, grantsAdmins, takesDamaged })
    onClose()
  })
  return (
    <ActDialog
      act={act}
      title={`Apply ${run.source}`}
      description={`${counted(run.total ?? 0, 'document')} come over as the check foresaw. Nobody is mailed, and what was edited here stays.`}
      button="Apply"
      onClose={onClose}
    >
      {hasPasses && (
        <DateField
          label="Paid until"
          description={`The old system has paid the venues up to the beginning of this day (${timeZone}). Periods that start before it are not charged again.`}
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
          description="Only the documents that could be read are written. Everything after the damage is missing."
          checked={takesDamaged}
          onChange={(event) => setDamaged(event.currentTarget.checked)}
        />
      )}
      {run.administrators.length > 0 && (
        <div className="q-stack-tight">
          <p>
            The old system names {counted(run.administrators.length, 'administrator')}:{' '}
            <AdministratorNames people={run.administrators} />
          </p>
          <Checkbox
            label="Grant administrators"
            description="They may then do everything here. Otherwise they come over without that right."
            checked={grantsAdmins}
            onChange={(event) => setGrants(event.currentTarget.checked)}
          />
        </div>
      )}
    </ActDialog>
  )
}
