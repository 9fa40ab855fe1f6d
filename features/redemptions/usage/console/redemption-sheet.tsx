import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sheetPosition } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { redemptionsApi } from '../../console/redemption-queries'
import type { UsageRow } from '../contract'
import { RedemptionDetails } from './redemption-details-section'
import { readUsageKey, usageKey } from './usage-key'
import { UsageStatus } from './usage-status-pill'
import { nameOf } from './usage-words'
import { VoidButton } from './void-button'

interface RedemptionSheetProps {
  /** Absent: of all that may be seen. */
  merchantId: string | undefined
  /** Then the sheet says which merchant it was. */
  isOfMany?: boolean | undefined
  /** As `usageKey` writes it. */
  openKey: string | undefined
  rows: readonly UsageRow[]
  total: number | undefined
  timeZone: string
  onOpen: (key: string) => void
  onClose: () => void
}

/** One redemption, whole. An address may name one that is not among the loaded rows. */
export function RedemptionSheet(props: RedemptionSheetProps) {
  const { merchantId, isOfMany, openKey, rows, total, timeZone, onOpen, onClose } = props
  const [voidingKey, setVoidingKey] = useState<string>()
  const listed = rows.find((row) => usageKey(row) === openKey)
  const key = readUsageKey(openKey)
  const { redemptionId = '', redeemedAt = new Date(0) } = key ?? {}
  const asked = useQuery(
    redemptionsApi.get.queryOptions({
      input: { merchantId, redemptionId, redeemedAt },
      enabled: key !== undefined && !listed,
    }),
  )
  const row = listed ?? asked.data
  // Stays open when somebody else was faster: the dialog says so.
  const isVoiding = voidingKey !== undefined && voidingKey === openKey
  const keys = rows.map((one) => ({ id: usageKey(one) }))
  return (
    <RecordSheet
      opened={key !== undefined}
      onClose={onClose}
      title={row ? `Redemption by ${nameOf(row)}` : 'Redemption'}
      noun="Redemption"
      {...sheetPosition(keys, openKey, total, onOpen)}
      query={asked}
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
