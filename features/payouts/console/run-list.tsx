import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCircleCheck,
  IconDownload,
  IconSend,
  IconThumbUp,
  IconX,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { counted, formatCount, Money } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { MetaPill, type StatusMeta } from '@quaff/platform/console/display/panel'
import type { Command } from '@quaff/platform/console/frame/command'
import { CommandButton } from '@quaff/platform/console/frame/page-header'
import { type Column, DataTable } from '@quaff/platform/console/list/data-table'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { RunRow, RunStep } from '../contract'
import { periodName } from '../period-rules'
import { blockerOf, pendingFiles, stepOf, totalsOf } from '../run-rules'
import { payoutCommands, payoutName, type ProgressAction } from './payout-commands-widget'
import { payoutStatusMeta } from './payout-status-pill'
import { LineNotes, amountColumns, noAmount } from './payout-texts'
import type { RunActions } from './use-run-actions'
import classes from './run.module.css'

type RunListProps = {
  rows: readonly RunRow[]
  period: string
  step: RunStep
  run: RunActions
  onAction: (action: ProgressAction, row: { id: string }) => void
  openId: string | undefined
  onOpen: (id: string) => void
}

const shownFirst = 100

export function RunList({ rows, period, step, run, onAction, openId, onOpen }: RunListProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(shownFirst)
  const pending = step === 'pay' ? pendingFiles(rows) : []
  const open = rows.filter((row) => stepOf(row) === step)
  const selected = open.filter(({ id }) => !left.has(id))
  const openIds = new Set(open.map(({ id }) => id))
  const selection = {
    ids: new Set(selected.map(({ id }) => id)),
    onChange: (ids: ReadonlySet<string>) => setLeft(new Set([...openIds].filter((id) => !ids.has(id)))),
    locked: new Set(rows.flatMap(({ id }) => (openIds.has(id) ? [] : id))),
  }
  const columns = useMemo(() => columnsOf(step, onAction), [step, onAction])
  // A file takes every payout that can be paid, so there is nothing to select before the download.
  const isSelectable = open.length > 0 && pending.length === 0
  return (
    <>
      <DataTable
        caption={`Payouts of ${periodName(period)}`}
        columns={columns}
        rows={rows.slice(0, shown)}
        rowId={({ id }) => id}
        rowLabel={(row) => `${payoutName(row)}, ${row.currency.toUpperCase()}`}
        openId={openId}
        onOpen={onOpen}
        selection={isSelectable ? selection : undefined}
        loading={false}
        footer={
          rows.length > shown && (
            <LoadMore
              shown={shown}
              total={rows.length}
              hasMore
              loading={false}
              failed={false}
              onLoadMore={() => setShown(shown + shownFirst)}
            />
          )
        }
      />
      {open.length > 0 && (
        <RunBar
          selected={selected}
          isSelecting={isSelectable}
          command={commandOf(step, selected, pending, run)}
          run={run}
          step={step}
        />
      )}
    </>
  )
}

const hints = {
  generate: '',
  approve: 'Owners get an email that their statement is ready.',
  pay: 'Your bank must show the same payments and control totals.',
  confirm: 'Confirm once the money has arrived. You can’t undo this.',
} as const satisfies Record<RunStep, string>

type RunBarProps = {
  selected: readonly RunRow[]
  isSelecting: boolean
  command: Command
  run: RunActions
  step: RunStep
}

function RunBar({ selected, isSelecting, command, run, step }: RunBarProps) {
  return (
    <div className={classes.bar} role="region" aria-label="Next step">
      <div className={classes.selected}>
        {isSelecting && <span className="q-strong q-num">{`${formatCount(selected.length)} selected`}</span>}
        {totalsOf(selected).map(({ currency, net }) => (
          <b key={currency} className="q-strong">
            <Money amountMinor={net} currency={currency} />
          </b>
        ))}
        <span className="q-caption">{hints[step]}</span>
      </div>
      <CommandButton variant="primary" loading={run.isRunning || run.isDownloading} command={command} />
    </div>
  )
}

function commandOf(
  step: RunStep,
  selected: readonly RunRow[],
  pending: readonly { currency: string }[],
  run: RunActions,
): Command {
  const nothing = selected.length === 0 ? { disabledReason: 'Select a payout first.' } : {}
  const count = counted(selected.length, 'payout')
  const command = { id: 'payouts.step', ...nothing }
  if (step === 'approve')
    return { ...command, label: `Approve ${count}`, icon: IconThumbUp, run: () => run.start('approve', selected) }
  if (step === 'confirm')
    return { ...command, label: `Confirm ${count}`, icon: IconCircleCheck, run: () => run.start('confirm', selected) }
  if (pending.length === 0)
    return {
      ...command,
      label: `Mark ${formatCount(selected.length)} as sent`,
      icon: IconSend,
      run: () => run.start('markSent', selected),
    }
  return {
    id: 'payouts.step',
    label: `Download ${counted(pending.length, 'file')}`,
    icon: IconDownload,
    run: () => run.download(pending.map(({ currency }) => currency)),
  }
}

const blockerMeta = {
  returned: payoutStatusMeta.failed,
  negative: { label: 'Below zero', tone: 'danger', icon: IconAlertTriangle },
  bank: { label: 'No bank details', tone: 'warn', icon: IconBuildingBank },
  zero: { label: 'Nothing to pay', tone: 'neutral', icon: IconCircleCheck },
} as const satisfies Record<string, StatusMeta>
const inFile: StatusMeta = { label: 'In a file', tone: 'info', icon: IconDownload }

function statusMeta(row: RunRow): StatusMeta {
  const blocker = blockerOf(row)
  if (blocker) return blockerMeta[blocker]
  return row.status === 'approved' && row.exportedAt !== null ? inFile : payoutStatusMeta[row.status]
}

function columnsOf(step: RunStep, onAction: RunListProps['onAction']): Column<RunRow>[] {
  return [
    {
      id: 'merchant',
      header: 'Merchant',
      card: 'title',
      cell: (row) => (
        <TitleCell
          title={row.merchantName}
          caption={row.lines.length + row.failedAttempts > 0 ? <LineNotes row={row} /> : undefined}
          mark={<InitialsMark name={row.merchantName} />}
        />
      ),
    },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <MetaPill meta={statusMeta(row)} /> },
    ...amountColumns<RunRow>(),
    {
      id: 'bank',
      header: 'Bank',
      card: 'hide',
      cell: ({ bankProblem, accountLast4, net }) => {
        if (net === 0) return noAmount
        if (bankProblem !== null || accountLast4 === null) return <span className="q-muted">Missing</span>
        return <span className="q-secondary q-num">{`••••${accountLast4}`}</span>
      },
    },
    ...(step === 'confirm' ? [responseColumn(onAction)] : []),
    {
      id: 'menu',
      header: 'Actions',
      align: 'right',
      card: 'menu',
      cell: (row) => <RecordMenu set={payoutCommands} row={row} onRun={onAction} onlyPossible />,
    },
  ]
}

const responseColumn = (onAction: RunListProps['onAction']): Column<RunRow> => ({
  id: 'response',
  header: 'Bank response',
  card: 'fact',
  cell: (row) => {
    if (row.status === 'failed') return 'Returned'
    if (row.status === 'confirmed' && row.net !== 0) return 'Paid'
    if (row.status !== 'sent') return noAmount
    return (
      <Button
        size="sm"
        variant="quiet"
        icon={IconX}
        aria-label={`Mark as failed, ${payoutName(row)}`}
        onClick={() => onAction('fail', row)}
      >
        Mark as failed
      </Button>
    )
  },
})
