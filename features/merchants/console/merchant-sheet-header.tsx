import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useCan, useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Hint } from '@quaff/platform/console/controls/hint'
import { DateText } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { joinNotes } from '@quaff/platform/console/display/measured-labels'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { adminRole } from '@quaff/platform/shared/product'
import { isolated } from '@quaff/platform/shared/readable-text'
import { categoryLabel } from '../category-rules'
import type { MerchantRecord, MerchantRow } from '../contract'
import { awaitsApproval, decideLiveness } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { editingRefusals, lifecycleRefusals } from '../refusals'
import { merchantsApi } from './merchant-queries-widget'
import { openingText, resultText } from './merchant-state-text'
import { MerchantStatusPill } from './merchant-status-pill'
import { PauseDialog } from './pause-sales-widget'
import classes from './merchant-sheet.module.css'

type MerchantSheetHeaderProps = { merchant: MerchantRow; record: MerchantRecord | undefined }

export function MerchantSheetHeader({ merchant, record }: MerchantSheetHeaderProps) {
  const timeZone = useTimeZone()
  return (
    <div className="q-row q-wrap">
      <InitialsMark name={merchant.name} imageUrl={merchant.logoUrl} size="lg" />
      <div className={classes.title}>
        <b className="q-h2" aria-hidden>
          {merchant.name}
        </b>
        <div className="q-row q-wrap">
          <MerchantStatusPill merchant={merchant} timeZone={timeZone} />
          <span className="q-caption">
            {joinNotes(categoryLabel(merchant.businessType), record?.address.city ?? undefined, 'created')}{' '}
            <DateText value={merchant.createdAt} timeZone={timeZone} />
          </span>
        </div>
      </div>
      {record && <LiveSwitchField merchant={record} />}
    </div>
  )
}

const reasons = { ...editingRefusals, ARCHIVED: lifecycleRefusals.ARCHIVED }

function LiveSwitchField({ merchant }: { merchant: MerchantRecord }) {
  const [asking, setAsking] = useState(false)
  const { role } = useSessionUser()
  const permission = useCan(merchantPermissions, 'merchant.setLive')
  const verdict = decideLiveness(role === adminRole, merchant.status)
  const reason = permission.reason ?? (verdict.ok ? null : reasons[verdict.reason].text)
  const live = useWrite<MerchantRecord, boolean>({
    call: ({ id: merchantId, version }, isLive) => merchantsApi.setLive.call({ merchantId, version, isLive }),
    keys: [merchantsApi.key()],
    next: (isLive, { status, isLive: before }) => ({
      choosesLive: isLive,
      isLive: awaitsApproval(status) ? before : isLive,
    }),
    failed: 'Couldn’t change this',
    done: (saved, isLive) => ({
      title:
        saved.status === 'active'
          ? `Sales ${isLive ? 'resumed' : 'paused'}`
          : `${labelOf(saved)} switched ${isLive ? 'on' : 'off'}`,
      message: saved.status === 'active' ? resultText(saved) : `${isolated(saved.name)} ${openingText(saved)}.`,
      undo: () => live.run(saved, !isLive),
    }),
  })
  const control = (
    <Switch
      label={labelOf(merchant)}
      aria-label={`${labelOf(merchant)}, ${merchant.name}`}
      checked={merchant.choosesLive}
      aria-disabled={reason !== null || undefined}
      aria-description={reason ?? undefined}
      onChange={() => {
        if (reason !== null) return
        if (merchant.status === 'active' && merchant.isLive) setAsking(true)
        else live.run(merchant, !merchant.choosesLive)
      }}
    />
  )
  if (reason === null)
    return (
      <>
        {control}
        {asking && (
          <PauseDialog merchant={merchant} onPause={() => live.run(merchant, false)} onClose={() => setAsking(false)} />
        )}
      </>
    )
  return <Hint text={reason}>{control}</Hint>
}

function labelOf({ status }: MerchantRecord): string {
  if (status === 'active') return 'Selling'
  return awaitsApproval(status) ? 'Selling once approved' : 'Selling once restored'
}
