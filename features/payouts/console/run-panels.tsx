import { IconArrowForwardUp, IconBuildingBank, IconCashOff, IconDownload, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { type FigureColumn, FiguresTable } from '@quaff/platform/console/display/figures-table'
import { DateText, counted, formatCount, formatMoney, Money } from '@quaff/platform/console/display/formats'
import { Panel, StatusPill } from '@quaff/platform/console/display/panel'
import { isolated } from '@quaff/platform/shared/readable-text'
import { formatLabels } from '../bank-file-rules'
import type { PayoutRun, RunRow } from '../contract'
import { periodName, shiftPeriod } from '../period-rules'
import { blockerOf, pendingFiles, type RunTotal, totalsOf } from '../run-rules'
import { LineNotes, NetText, signed } from './payout-texts'
import { RemindButton, RemindedText } from './remind-button'
import type { RunActions } from './use-run-actions'
import classes from './run.module.css'

const amount = (id: 'gross' | 'net', header: string): FigureColumn<RunTotal> => ({
  id,
  header,
  align: 'right',
  cell: (total) => <NetText amount={total[id]} currency={total.currency} />,
})
const totalColumns: readonly FigureColumn<RunTotal>[] = [
  { id: 'currency', header: 'Currency', isTitle: true, cell: ({ currency }) => currency.toUpperCase() },
  { id: 'count', header: 'Payouts', align: 'right', cell: ({ count }) => formatCount(count) },
  amount('gross', 'Gross'),
  { id: 'fee', header: 'Fee', align: 'right', cell: ({ fee, currency }) => signed(-fee, currency) },
  {
    id: 'adjustments',
    header: 'Adjustments',
    align: 'right',
    cell: ({ adjustments, currency }) => signed(adjustments, currency),
  },
  amount('net', 'Net'),
]

export function RunTotals({ rows }: { rows: readonly RunRow[] }) {
  return (
    <Panel title="Totals" flush>
      <FiguresTable
        caption="Totals by currency"
        columns={totalColumns}
        rows={totalsOf(rows)}
        rowId={({ currency }) => currency}
      />
    </Panel>
  )
}

const shownBlockers = 10

export function Blockers({ rows, run }: { rows: readonly RunRow[]; run: RunActions }) {
  const blocked = rows.filter((row) => blockerOf(row) !== undefined)
  if (blocked.length === 0) return null
  return (
    <Panel title="Needs attention" titleExtra={<span className="q-count">{formatCount(blocked.length)}</span>} flush>
      <ul className={classes.blockers} aria-label="Needs attention">
        {blocked.slice(0, shownBlockers).map((row) => (
          <Blocker key={row.id} row={row} run={run} />
        ))}
        {blocked.length > shownBlockers && (
          <li className="q-caption">{`and ${formatCount(blocked.length - shownBlockers)} more, first in the list below`}</li>
        )}
      </ul>
    </Panel>
  )
}

function Blocker({ row, run: { isRunning, start } }: { row: RunRow; run: RunActions }) {
  const { merchantId, currency, net, period, bankProblem, status } = row
  const sum = <span className="q-num">{formatMoney(net, currency)}</span>
  const fix = (action: 'approve' | 'carryOver' | 'close', label: string, icon: typeof IconRefresh) => (
    <Button
      size="sm"
      icon={icon}
      disabled={isRunning}
      aria-label={`${label}, ${isolated(row.merchantName)}, ${currency.toUpperCase()}`}
      onClick={() => start(action, [row])}
    >
      {label}
    </Button>
  )
  switch (blockerOf(row)) {
    case 'returned':
      return (
        <Item
          title={`${isolated(row.merchantName)}: the bank returned the payment`}
          fix={fix('approve', 'Retry payout', IconRefresh)}
        >
          {sum} · {isolated(row.failureReason ?? '')}
          {row.accountLast4 !== null && ` · account ending in ${row.accountLast4}`}
          {bankProblem !== null && <span className="q-caption">{bankProblem}</span>}
        </Item>
      )
    case 'negative':
      return (
        <Item
          title={`${isolated(row.merchantName)} is below zero`}
          tag="Blocks approval"
          fix={fix('carryOver', `Carry to ${periodName(shiftPeriod(period, 1)).split(' ')[0]}`, IconArrowForwardUp)}
        >
          {sum} <LineNotes row={row} />
        </Item>
      )
    case 'zero':
      return (
        <Item
          title={`${isolated(row.merchantName)} has nothing to pay`}
          fix={fix('close', 'Close payout', IconCashOff)}
        >
          No payment is needed.
        </Item>
      )
    default:
      return (
        <Item
          title={`${isolated(row.merchantName)}: ${bankProblem?.toLowerCase()}`}
          fix={
            <>
              <RemindButton payout={row} />
              <ButtonLink
                size="sm"
                variant="quiet"
                icon={IconBuildingBank}
                to={`/merchants?id=${encodeURIComponent(merchantId)}`}
              >
                Open merchant
              </ButtonLink>
            </>
          }
        >
          {sum} · {status === 'draft' ? 'You can approve it. ' : ''}The bank file leaves it out until this is fixed.
          <RemindedText {...row} />
        </Item>
      )
  }
}

function Item({ title, tag, fix, children }: { title: string; tag?: string; fix: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span className="q-grow">
        <b className="q-strong">{title}</b>{' '}
        {tag && (
          <span className="q-tag" data-tone="warn">
            {tag}
          </span>
        )}
        <span className={`q-secondary ${classes.note}`}>{children}</span>
      </span>
      {fix}
    </li>
  )
}

type FileRow = Pick<PayoutRun['files'][number], 'currency' | 'count' | 'sumMinor'> &
  Partial<PayoutRun['files'][number]> & { id: string }

type BankFilesProps = {
  rows: readonly RunRow[]
  files: PayoutRun['files']
  timeZone: string
  run: RunActions
  onFormats: () => void
}

/** One file per currency, then the downloaded ones. Their control totals never change. */
export function BankFiles({ rows, files, timeZone, run, onFormats }: BankFilesProps) {
  const pending = pendingFiles(rows).map(({ currency, count, net }): FileRow => ({
    id: currency,
    currency,
    count,
    sumMinor: net,
  }))
  const shown = [...pending, ...files.map((file, index): FileRow => ({ ...file, id: String(index) })).toReversed()]
  return (
    <Panel
      title="Bank files"
      flush
      actions={
        <Button size="sm" variant="quiet" onClick={onFormats}>
          Formats and options
        </Button>
      }
      footer={<span className="q-caption">{balanceOf(rows)}</span>}
    >
      {shown.length === 0 && <p className={classes.empty}>Nothing to download.</p>}
      {shown.length > 0 && (
        <FiguresTable
          caption="Bank files with their control totals"
          rows={shown}
          rowId={({ id }) => id}
          columns={[
            {
              id: 'file',
              header: 'File',
              isTitle: true,
              cell: ({ currency, format }) =>
                `${currency.toUpperCase()}${format === undefined ? '' : ` ${formatLabels[format]}`}`,
            },
            {
              id: 'state',
              header: 'State',
              cell: ({ at }) =>
                at === undefined ? (
                  'Not downloaded'
                ) : (
                  <span className="q-row q-wrap">
                    <StatusPill tone="info" icon={IconDownload}>
                      Downloaded
                    </StatusPill>
                    <span className="q-nowrap">
                      <DateText value={at} timeZone={timeZone} style="datetime" />
                    </span>
                  </span>
                ),
            },
            { id: 'count', header: 'Payments', align: 'right', cell: ({ count }) => formatCount(count) },
            {
              id: 'sum',
              header: 'Control total',
              align: 'right',
              cell: ({ sumMinor, currency }) => (
                <b className="q-strong">
                  <Money amountMinor={sumMinor} currency={currency} />
                </b>
              ),
            },
            {
              id: 'get',
              header: 'Checksum',
              align: 'right',
              cell: ({ checksum, currency }) =>
                checksum === undefined ? (
                  <Button
                    size="sm"
                    icon={IconDownload}
                    disabled={run.isDownloading}
                    aria-label={`Download ${currency.toUpperCase()}`}
                    onClick={() => run.download([currency])}
                  >
                    Download
                  </Button>
                ) : (
                  <code>{checksum}</code>
                ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

/** "24 payouts = 22 to pay or paid + 1 without bank details + 1 with nothing to pay" */
function balanceOf(rows: readonly RunRow[]): string {
  const parts: Record<string, number> = {}
  for (const row of rows) {
    const part = partOf(row)
    parts[part] = (parts[part] ?? 0) + 1
  }
  const sum = Object.entries(parts).map(([part, count]) => `${formatCount(count)} ${part}`)
  return `${counted(rows.length, 'payout')} = ${sum.join(' + ')}`
}

function partOf(row: RunRow): string {
  if (row.status === 'draft') return 'not approved'
  if (row.net === 0) return 'with nothing to pay'
  if (row.status === 'failed') return 'returned'
  if (blockerOf(row) === 'bank') return 'without bank details'
  if (row.status === 'approved') return row.exportedAt === null ? 'not in a file' : 'in a file'
  return row.status === 'sent' ? 'sent' : 'confirmed'
}
