import { IconBan, IconCheck, IconFlag } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan, useLiveRefresh, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { DateText } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { KeyValue, Notice } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { RecordSheet, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { codeTitle, isolated } from '@quaff/platform/shared/readable-text'
import { redemptionsApi } from '../../console/redemption-queries'
import { redemptionPermissions } from '../../permissions'
import { voidRefusals } from '../../refusals'
import type { UsageRow } from '../../usage-contract'
import { voidRefusal } from '../../usage-rules'
import { readUsageKey, usageKey } from './usage-key'
import { flagSentences, gapText, nameOf } from './usage-labels'
import { UsageStatus } from './usage-status-pill'
import { useKeep } from './use-keep'
import classes from './usage.module.css'

interface RedemptionSheetProps {
  /** Without it, all visible redemptions are searched. */
  merchantId: string | undefined
  isOfMany?: boolean | undefined
  /** Written by `usageKey`. */
  openKey: string | undefined
  rows: readonly UsageRow[]
  total: number | undefined
  timeZone: string
  onOpen: (key: string) => void
  onClose: () => void
}

/** Shows one redemption in full. The URL may name one that is not among the loaded rows. */
export function RedemptionSheet(props: RedemptionSheetProps) {
  const { merchantId, isOfMany, openKey, rows, total, timeZone, onOpen, onClose } = props
  const [voidingKey, setVoidingKey] = useState<string>()
  const listed = rows.find((row) => usageKey(row) === openKey)
  const key = readUsageKey(openKey)
  const { redemptionId = '', redeemedAt = new Date(0) } = key ?? {}
  const client = useQueryClient()
  // The listed row can be older, because the list waits until the user asks for new rows.
  const [isListOlder, setIsListOlder] = useState(false)
  const requested = useQuery(
    redemptionsApi.get.queryOptions({
      input: { merchantId, redemptionId, redeemedAt },
      enabled: key !== undefined && (!listed || isListOlder),
    }),
  )
  const row = (isListOlder ? requested.data : undefined) ?? listed ?? requested.data
  useLiveRefresh(
    ['redemption'],
    () => {
      setIsListOlder(true)
      return client.invalidateQueries({ queryKey: redemptionsApi.get.key() })
    },
    (event) => event.merchantId === row?.merchantId,
  )
  // Stays open after a conflict, so that the dialog can report it.
  const isVoiding = voidingKey !== undefined && voidingKey === openKey
  const keys = rows.map((one) => ({ id: usageKey(one) }))
  return (
    <RecordSheet
      opened={key !== undefined}
      onClose={onClose}
      title={row ? `Redemption by ${isolated(nameOf(row))}` : 'Redemption'}
      noun="Redemption"
      {...sheetPosition(keys, openKey, total, onOpen)}
      query={requested}
      header={
        row && (
          <div className="q-stack-tight">
            <b className="q-h2" aria-hidden>
              {nameOf(row)}
            </b>
            <span>
              <UsageStatus row={row} withReason={false} />
            </span>
            {(row.status !== 'voided' || isVoiding) && (
              <div className="q-row">
                <VoidButton
                  row={row}
                  timeZone={timeZone}
                  opened={isVoiding}
                  onOpen={() => setVoidingKey(openKey)}
                  onClose={() => setVoidingKey(undefined)}
                />
                {row.flags.length > 0 && <KeepButton row={row} />}
              </div>
            )}
          </div>
        )
      }
    >
      {row && <RedemptionDetails row={row} timeZone={timeZone} isOfMany={isOfMany} />}
    </RecordSheet>
  )
}

const VoidDialog = deferred(async () => (await import('./void-dialog-widget')).VoidDialog)

type VoidButtonProps = { row: UsageRow; timeZone: string; opened: boolean; onOpen: () => void; onClose: () => void }

/** Disabled with the reason if the viewer may not void it. */
export function VoidButton({ row, timeZone, opened, onOpen, onClose }: VoidButtonProps) {
  const now = useNow()
  const { role } = useSessionUser()
  const can = useCan(redemptionPermissions, 'redemption.void')
  const refusal = voidRefusal({ ...row, role }, now, timeZone)
  return (
    <>
      <PermissionButton
        size="sm"
        icon={IconBan}
        disabledReason={can.reason ?? (refusal ? voidRefusals[refusal].text : undefined)}
        onClick={onOpen}
      >
        Void redemption
      </PermissionButton>
      {opened && <VoidDialog row={row} timeZone={timeZone} onClose={onClose} />}
    </>
  )
}

/** Disabled with the reason if the viewer may not keep it. */
function KeepButton({ row }: { row: UsageRow }) {
  const keep = useKeep()
  const { reason } = useCan(redemptionPermissions, 'redemption.keep')
  return (
    <PermissionButton
      size="sm"
      icon={row.kept ? IconFlag : IconCheck}
      loading={keep.isPending}
      disabledReason={reason ?? undefined}
      onClick={() => keep.run(row, !row.kept)}
    >
      {row.kept ? 'Flag again' : 'Keep'}
    </PermissionButton>
  )
}

const keptText = ({ by }: NonNullable<UsageRow['kept']>) => `Flagged, kept by ${isolated(by ?? 'a deleted account')}`

type RedemptionDetailsProps = { row: UsageRow; timeZone: string; isOfMany?: boolean | undefined }

function RedemptionDetails({ row, timeZone, isOfMany = false }: RedemptionDetailsProps) {
  return (
    <div className="q-stack-loose">
      {row.userId && <PersonStrip userId={row.userId} name={nameOf(row)} />}
      {row.status === 'voided' && <VoidedNotice row={row} timeZone={timeZone} />}
      {row.flags.length > 0 && (
        <Notice tone={row.kept ? 'neutral' : 'warn'} title={row.kept ? keptText(row.kept) : 'Flagged'}>
          <ul className={classes.flags}>
            {row.flags.map((flag) => (
              <li key={flag}>{flagSentences[flag]}</li>
            ))}
          </ul>
          {row.kept && (
            <p className="q-caption">
              Kept <DateText value={row.kept.at} style="datetime" timeZone={timeZone} />
            </p>
          )}
        </Notice>
      )}
      <KeyValue
        items={[
          { label: 'When', value: <DateText value={row.redeemedAt} style="exact" timeZone={timeZone} /> },
          ...(isOfMany ? [{ label: 'Merchant', value: row.merchantName }] : []),
          { label: 'Plan', value: row.planName },
          { label: 'Location', value: row.locationName },
          { label: 'Method', value: codeTitle(row.method) },
          { label: 'Since last visit', value: gapText(row.sincePreviousMs) },
          { label: 'Redemption ID', value: row.id },
        ]}
      />
    </div>
  )
}

/** Administrators only, because merchant roles get no user id. */
function PersonStrip({ userId, name }: { userId: string; name: string }) {
  return (
    <section className={classes.person} aria-label="Customer">
      <InitialsMark name={name} round />
      <b className="q-strong">{name}</b>
      <AppLink className="q-link" to={`/users?id=${encodeURIComponent(userId)}`}>
        View user
      </AppLink>
    </section>
  )
}

function VoidedNotice({ row: { voided }, timeZone }: { row: UsageRow; timeZone: string }) {
  if (!voided)
    return (
      <Notice tone="neutral" title="Voided">
        Voided by the app. Not included in any count.
      </Notice>
    )
  return (
    <Notice tone="neutral" title={`Voided by ${isolated(voided.by ?? 'a deleted account')}`}>
      <p>{voided.reason}</p>
      <p className="q-caption">
        <DateText value={voided.at} style="datetime" timeZone={timeZone} /> · Not included in any count
      </p>
    </Notice>
  )
}
