import { useRef, useState, type ReactNode } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { ConfirmIdentityDialog, useRecentSignIn } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { counted } from '@quaff/platform/console/display/formats'
import { unreachableText, verbErrorText } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { BulkResultsDialog, ProgressDialog } from '@quaff/platform/console/list/bulk/bulk-results-dialog'
import { type RowResult, summaryOf, useBulkRun } from '@quaff/platform/console/list/bulk/use-bulk-run'
import { useRefetch } from '@quaff/platform/console/query-client'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { RunRow } from '../contract'
import { payoutCount } from './bulk-labels'
import { payoutName } from './payout-commands-widget'
import { payoutsApi } from './payout-queries'

export type RunAction = 'approve' | 'carryOver' | 'close' | 'markSent' | 'confirm' | 'reopen'
type Target = Pick<RunRow, 'id' | 'merchantName' | 'period' | 'version' | 'status'>
type Candidate = { id: string; name: string; version: number; action: RunAction }

const doneWords = {
  approve: 'approved',
  carryOver: 'carried over',
  close: 'closed',
  markSent: 'marked as sent',
  confirm: 'confirmed',
  reopen: 'reopened',
} as const satisfies Record<RunAction, string>

/** Longer runs show their progress and can be stopped. */
const quickRun = 25
const undoMs = 10_000
/** The toasts of a run replace each other. */
const about = 'payout-run'

/** The verbs of a run, for one payout or for the selection. `onDone` follows a run without failures. */
export function useRunActions(period: string, onDone: () => void) {
  const refetch = useRefetch(payoutsApi.key())
  const [started, setStarted] = useState<{ action: RunAction; total: number }>()
  const [failed, setFailed] = useState<readonly RowResult[]>()
  /** Payouts that a colleague has finished since. Undo leaves them alone. */
  const others = useRef(new Set<string>())
  const run = useBulkRun<Candidate>({
    call: ({ action, id, version }) =>
      payoutsApi[action].call({ payoutId: id, version }).catch((error: unknown) => {
        if (reasonOf(error) !== 'PAYOUT_DONE') throw error
        others.current.add(id)
      }),
    failed: 'Couldn’t change the payout. Try again.',
    key: payoutsApi.key(),
    onDone: () => undefined,
  })

  const start = (action: RunAction, rows: readonly Target[]) => {
    if (run.isRunning || rows.length === 0) return
    others.current.clear()
    setStarted({ action, total: rows.length })
    const candidates = rows.map((row) => ({ id: row.id, name: payoutName(row), version: row.version, action }))
    run.start(candidates, {
      onSuccess: (results) => {
        const [first] = results
        if (results.every(({ ok }) => ok)) {
          notifySuccess(`${payoutCount(results.length)} ${doneWords[action]}`, undefined, undoOf(action, rows), about)
          onDone()
        } else if (results.length === 1) notifyError(first?.name ?? '', first?.error ?? undefined)
        else setFailed(results)
      },
    })
  }
  /** A retry cannot be undone, because the payout would become a draft. */
  const undoOf = (action: RunAction, all: readonly Target[]) => {
    const rows = all.filter(({ id }) => !others.current.has(id))
    if (rows.length === 0) return undefined
    if (action === 'carryOver') return { label: 'Undo', forMs: undoMs, run: () => void Promise.all(rows.map(takeBack)) }
    if (action !== 'approve' || rows.some(({ status }) => status !== 'draft')) return undefined
    const approved = rows.map((row) => ({ ...row, version: row.version + 1 }))
    return { label: 'Undo', forMs: undoMs, run: () => start('reopen', approved) }
  }
  const takeBack = async ({ id: payoutId }: Target) => {
    try {
      const { version, adjustmentLines } = await payoutsApi.get.call({ payoutId })
      const line = adjustmentLines.find(({ kind, amount }) => kind === 'carry' && amount > 0)
      if (line) await payoutsApi.removeAdjustment.call({ payoutId, version, adjustmentId: line.id })
      await refetch()
    } catch (error) {
      notifyError('Couldn’t undo it', verbErrorText(error, undefined, unreachableText))
    }
  }

  const wanted = useRef<readonly string[]>([])
  const gate = useRecentSignIn(
    async () => {
      const count = wanted.current.length
      while (wanted.current.length > 0) {
        const [currency] = wanted.current
        await downloadFile({ path: '/api/files/bank-file', body: { period, currency } })
        wanted.current = wanted.current.slice(1)
      }
      await refetch()
      notifySuccess(
        `${counted(count, 'bank file')} downloaded`,
        'Your bank must show the same control totals.',
        undefined,
        about,
      )
    },
    (error) => {
      void refetch()
      notifyError('Couldn’t create the bank file', error instanceof Error ? error.message : undefined)
    },
  )
  const download = (currencies: readonly string[]) => {
    wanted.current = currencies
    void gate.attempt()
  }

  const dialogs: ReactNode = (
    <>
      {gate.asking && <ConfirmIdentityDialog gate={gate} action="Confirm and download" onClose={gate.back} />}
      {run.isRunning && started && started.total > quickRun && (
        <ProgressDialog
          label={doneWords[started.action]}
          unit="payouts"
          done={run.done}
          total={started.total}
          onStop={run.stop}
        />
      )}
      {failed && started && (
        <BulkResultsDialog
          title={summaryOf(doneWords[started.action], failed)}
          label="Result per payout"
          done={doneWords[started.action]}
          left="Payouts we couldn’t update are still selected."
          results={failed}
          onClose={() => setFailed(undefined)}
        />
      )}
    </>
  )
  return { start, isRunning: run.isRunning, download, isDownloading: gate.busy, dialogs }
}

export type RunActions = ReturnType<typeof useRunActions>
