import { IconDots, IconExternalLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMerchantLink } from '@quaff/features/sessions/console/merchant-link-widget'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandContext, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ButtonLink, IconButton, PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RelativeTime, formatCount } from '@quaff/platform/console/display/formats'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metric-tiles'
import { offeredOf, useRecordCommands } from '@quaff/platform/console/frame/command'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { MerchantRecord, MerchantRow } from '../contract'
import { awaitsApproval } from '../lifecycle-rules'
import { reasonedLabels } from './action-labels'
import { CompletenessPanel } from './completeness-panel'
import {
  type MerchantAction,
  type MerchantCommand,
  merchantCommands,
  type SheetDialog,
} from './merchant-commands-widget'
import { ContactPanel, ReviewNotices, SettingsPanel } from './merchant-details-panels'
import { RevenueText } from './merchant-list'
import { merchantsApi } from './merchant-queries-widget'
import { useMerchantStart } from './merchant-row-menu'
import { type MerchantSheetParts, type MerchantView, merchantViews } from './merchant-search-widget'
import { MerchantSheetHeader } from './merchant-sheet-header'
import { resultText } from './merchant-state-text'
import classes from './merchant-sheet.module.css'

type MerchantSheetProps = SheetOfList<MerchantRow> & {
  id: string
  view: MerchantView
  parts: MerchantSheetParts
  onView: (view: MerchantView) => void
}

const viewLabels = {
  overview: 'Overview',
  locations: 'Locations',
  plans: 'Plans',
  subscribers: 'Subscribers',
  promotions: 'Promotions',
  team: 'Team',
  banking: 'Banking',
  activity: 'Activity',
} as const satisfies Record<MerchantView, string>

export function MerchantSheet({ id, view, rows, total, parts, onOpen, onView, onClose }: MerchantSheetProps) {
  const linkTo = useMerchantLink()
  const record = useQuery(merchantsApi.get.queryOptions({ input: { merchantId: id } }))
  const dialogs = useSheetDialogs({ id, onClose })
  const merchant = record.data ?? rows.find((candidate) => candidate.id === id)
  const Part = view === 'overview' ? undefined : parts.tabs[view]
  return (
    <RecordSheet
      opened
      onClose={onClose}
      title={merchant?.name ?? 'Merchant'}
      noun="Merchant"
      {...sheetPosition(rows, id, total, onOpen)}
      query={record}
      barActions={
        merchant && (
          <ButtonLink
            {...linkTo({ id: merchant.id, name: merchant.name, logoUrl: merchant.logoUrl }, '/dashboard')}
            variant="quiet"
            size="sm"
            icon={IconExternalLink}
          >
            Open as this merchant
          </ButtonLink>
        )
      }
      header={
        merchant && (
          <div className="q-stack">
            <MerchantSheetHeader merchant={merchant} record={record.data} />
            {record.data && <MerchantSheetToolbar merchant={record.data} onDialog={dialogs.open} />}
          </div>
        )
      }
      tabs={
        <ListTabs
          label="Merchant"
          tabs={merchantViews.map((known) => ({ id: known, label: viewLabels[known] }))}
          value={view}
          onChange={onView}
        />
      }
    >
      {record.data && (
        <>
          {view === 'overview' && (
            <MerchantOverviewTab merchant={record.data} onView={onView} onEdit={() => dialogs.open('edit')} />
          )}
          {Part && <Part key={`${view}-${id}`} merchantId={id} />}
          <SheetDialogs dialogs={dialogs} merchant={record.data} parts={parts} />
        </>
      )}
    </RecordSheet>
  )
}

const EditMerchantDialog = deferred(async () => (await import('./edit-merchant-dialog')).EditMerchantDialog)
const MerchantActionDialog = deferred(async () => (await import('./merchant-action-dialog')).MerchantActionDialog)

interface SheetDialogsProps {
  dialogs: ReturnType<typeof useSheetDialogs>
  merchant: MerchantRecord
  parts: Pick<MerchantSheetParts, 'TransferDialog'>
}

function SheetDialogs({ dialogs, merchant, parts: { TransferDialog } }: SheetDialogsProps) {
  const { current, close, finish } = dialogs
  if (current === undefined) return null
  if (current === 'edit') {
    return <EditMerchantDialog merchant={merchant} onClose={close} />
  }
  if (current === 'transfer') {
    return <TransferDialog merchantId={merchant.id} merchantName={merchant.name} opened onClose={close} />
  }
  return <MerchantActionDialog action={current} merchant={merchant} onClose={close} onDone={finish} />
}

const titles = {
  approve: 'Merchant approved',
  requestChanges: 'Changes requested',
  delete: 'Merchant deleted',
  decline: reasonedLabels.decline.done,
  suspend: reasonedLabels.suspend.done,
  archive: reasonedLabels.archive.done,
  restore: reasonedLabels.restore.done,
} as const satisfies Record<MerchantAction, string>

/** The open dialog of the sheet. After an action the merchant stays open; only the review desk moves on. */
function useSheetDialogs({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const [opened, setOpened] = useState<{ id: string; dialog: SheetDialog }>()

  const finish = (action: MerchantAction, merchant: MerchantRecord | undefined) => {
    setOpened(undefined)
    if (!merchant) {
      notifySuccess(titles[action])
      onClose()
      return
    }
    client.setQueryData(merchantsApi.get.queryKey({ input: { merchantId: merchant.id } }), merchant)
    notifySuccess(titles[action], resultText(merchant))
  }
  return {
    // A dialog belongs to the merchant it was opened for: going to the next one closes it.
    current: opened?.id === id ? opened.dialog : undefined,
    open: (dialog: SheetDialog) => setOpened({ id, dialog }),
    close: () => setOpened(undefined),
    finish,
  }
}

interface MerchantSheetToolbarProps {
  merchant: MerchantRecord
  onDialog: (dialog: SheetDialog) => void
}

/** Nothing waits for a decision once the merchant has been reviewed. */
const buttonsOf = ({ status }: MerchantRecord): readonly MerchantCommand[] =>
  awaitsApproval(status) ? ['approve', 'requestChanges', 'edit'] : ['edit']

function MerchantSheetToolbar({ merchant, onDialog }: MerchantSheetToolbarProps) {
  const details = useCommandContext()
  const start = useMerchantStart(onDialog)
  useRecordCommands(merchantCommands, merchant, details, start)
  const buttons = buttonsOf(merchant)
  const offered = offeredOf(merchantCommands, merchant, details).filter(({ name }) => buttons.includes(name))
  return (
    <div className={classes.actions}>
      {offered.map(({ name, label, icon, keys, disabledReason }) => (
        <PermissionButton
          key={name}
          variant={name === 'approve' && disabledReason === undefined ? 'primary' : 'default'}
          icon={icon}
          shortcut={keys?.toUpperCase()}
          disabledReason={disabledReason}
          onClick={() => start(name, merchant)}
        >
          {label}
        </PermissionButton>
      ))}
      <RecordMenu
        set={merchantCommands}
        row={merchant}
        onRun={start}
        without={buttons}
        target={<IconButton icon={IconDots} label={`More actions for ${isolated(merchant.name)}`} variant="default" />}
      />
    </div>
  )
}

interface MerchantOverviewTabProps {
  merchant: MerchantRecord
  onView: (view: MerchantView) => void
  onEdit: () => void
}

function MerchantOverviewTab({ merchant, onView, onEdit }: MerchantOverviewTabProps) {
  return (
    <div className="q-stack-loose">
      <ReviewNotices merchant={merchant} />
      <CompletenessPanel merchant={merchant} onView={onView} onEdit={onEdit} />
      <MerchantTiles merchant={merchant} />
      <ContactPanel merchant={merchant} />
      <SettingsPanel merchant={merchant} />
    </div>
  )
}

/** The derived stats of spec §3. */
function MerchantTiles({ merchant }: { merchant: MerchantRecord }) {
  const timeZone = useTimeZone()
  const opened = merchant.status === 'active' && merchant.isLive
  return (
    <MetricTiles columns={2} label="Merchant metrics">
      <MetricTile
        label="Subscribers"
        value={formatCount(merchant.totalSubscribers)}
        note={
          merchant.totalSubscribers === 0 && !opened
            ? 'Not selling yet'
            : `${formatCount(merchant.activeSubscribers)} active`
        }
      />
      <MetricTile label="Monthly revenue" value={<RevenueText totals={merchant.monthlyRevenue} />} />
      <MetricTile label="Redemptions" value={formatCount(merchant.redemptionCount)} note="All time" />
      <MetricTile
        label="Locations"
        value={formatCount(merchant.totalLocations)}
        note={
          merchant.lastActivity ? (
            <>
              Last subscription <RelativeTime value={merchant.lastActivity} timeZone={timeZone} />
            </>
          ) : (
            'No subscriptions yet'
          )
        }
      />
    </MetricTiles>
  )
}
