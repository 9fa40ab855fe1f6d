import { IconHistory, IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-queries-widget'
import { useLiveRefresh, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/bar-list'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { timesIn } from '@quaff/platform/console/display/measured-labels'
import { Notice, Panel } from '@quaff/platform/console/display/panel'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { filterOf } from '@quaff/platform/console/list/search-values'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { isolated } from '@quaff/platform/shared/readable-text'
import {
  auditFilters,
  type AuditFinding,
  auditLogLimits,
  type AuditOptions,
  type VerifyAuditStep,
} from '../audit-contract'
import { auditActionText, findingText, actionTitle } from '../audit-rules'
import { actorOf, auditColumns, AuditSheet } from './audit-sheet'
import { settingsApi } from './settings-queries'
import { type OnSettingsSearch, type SettingsSearch, settingsSearch } from './settings-search-widget'
import classes from './settings.module.css'

export function AuditTab({ search, onSearch }: { search: SettingsSearch; onSearch: OnSettingsSearch }) {
  const timeZone = useTimeZone()
  const list = useRecordList(auditList, { search, onSearch, details: { timeZone } })
  useFollowedLog()
  return (
    <>
      <ChainPanel />
      <RecordList list={list} selectable={false} />
      <AuditSheet {...list.sheet} timeZone={timeZone} />
    </>
  )
}

function useFollowedLog() {
  const client = useQueryClient()
  useLiveRefresh(['audit'], () => client.invalidateQueries({ queryKey: settingsApi.auditLog.key() }))
}

const noOptions: AuditOptions = { actions: [], targetTypes: [], actors: [] }
const named = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

export const auditList = defineList<{ timeZone: string }>()({
  name: 'Entries',
  columnsName: () => 'audit-log',
  search: settingsSearch,
  filters: auditFilters,
  api: settingsApi.auditLog,
  staleTime: 0,
  filter: (search, { timeZone }) => filterOf(auditFilters, search, timeZone),
  input: (filter, page) => ({ ...filter, ...page }),
  find: () => ({
    placeholder: 'Name or ID',
    label: 'Search by name or full ID',
    shown: ({ q, targetId }) => q ?? targetId,
  }),
  findChange: (_, q) => ({ q, targetId: undefined }),
  useChips: () => {
    const options = useQuery(settingsApi.auditOptions.queryOptions({ input: undefined }))
    const merchants = useQuery(merchantsApi.options.queryOptions({ input: {} }))
    const { actions, targetTypes, actors } = options.data ?? noOptions
    return {
      actorId: { label: 'User', options: named(actors) },
      action: {
        label: 'Action',
        options: actions
          .map((value) => ({ value, label: auditActionText(value) }))
          .sort((one, other) => one.label.localeCompare(other.label, 'en')),
      },
      targetType: { label: 'Record type', options: targetTypes.map((value) => ({ value, label: actionTitle(value) })) },
      // Shown in the search field.
      targetId: null,
      merchantId: { label: 'Merchant', options: named(merchants.data ?? []) },
      date: { label: 'Date' },
    }
  },
  columns: ({ timeZone }) => auditColumns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: (row) =>
    `${auditActionText(row.action)}, ${isolated(row.targetName ?? row.targetId)}, by ${isolated(actorOf(row))}`,
  caption: () => 'Audit log, newest first',
  export: { path: '/api/files/audit-export', selected: 0 },
  note: ({ timeZone }) => timesIn(timeZone),
  empty: () => (
    <EmptyState icon={IconHistory} title="No entries yet" text="Every change on the platform appears here." />
  ),
})

/** Each entry has a hash of itself and of the previous seal, so later changes are detected. */
function ChainPanel() {
  const { verify, progress, result, verifying } = useVerifyChain()
  return (
    <Panel
      title="Tamper protection"
      actions={
        <Button size="sm" icon={IconShieldCheck} loading={verifying.isPending} onClick={verify}>
          Verify log
        </Button>
      }
    >
      <div className="q-stack">
        <p className="q-secondary">
          Entries are sealed every minute. If one is changed, removed or inserted, verification fails.
        </p>
        {verifying.isPending && progress && (
          <div className="q-stack-tight">
            <ProgressBar label="Checking" max={progress.total} value={progress.checked} />
            <span className="q-caption" role="status">
              {`${formatCount(progress.checked)} of ${formatCount(progress.total)} entries checked`}
            </span>
          </div>
        )}
        {verifying.isError && (
          <Notice tone="danger" announce>
            Couldn’t verify all entries. Try again.
          </Notice>
        )}
        {!verifying.isPending && result && <Verdict result={result} />}
      </div>
    </Panel>
  )
}

function Verdict({ result }: { result: ChainResult }) {
  const { checked, findings, whole, total, head, unsealed } = result
  if (findings.length > 0) {
    return (
      <Notice tone="danger" announce title={counted(findings.length, 'finding')}>
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <li key={`${finding.kind} ${finding.position} ${finding.auditId}`}>{findingText(finding)}</li>
          ))}
        </ul>
      </Notice>
    )
  }
  return (
    <Notice tone="ok" announce title={`${formatCount(checked)} entries verified. No tampering found`}>
      {whole ? (
        <p>{unsealed ? `${formatCount(unsealed)} waiting for the next seal.` : 'All entries are sealed.'}</p>
      ) : (
        <p>{`To verify all ${formatCount(total)} entries, run the command verify-audit.`}</p>
      )}
      {head && (
        <p className={classes.seal}>
          Latest seal (store a copy elsewhere): <code>{`${head.position}:${head.hash}`}</code>
        </p>
      )}
    </Notice>
  )
}

interface ChainProgress {
  checked: number
  total: number
}

interface ChainResult extends ChainProgress {
  findings: AuditFinding[]
  /** False: there were more entries than one check reads. */
  whole: boolean
  head: VerifyAuditStep['head']
  unsealed: number | null
}

function useVerifyChain() {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<ChainProgress | null>(null)
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])
  const verifying = useMutation({
    mutationFn: async (): Promise<ChainResult> => {
      setProgress(null)
      const result: ChainResult = { checked: 0, total: 0, findings: [], whole: false, head: null, unsealed: null }
      let after = 0
      while (!stopped.current && !result.whole && result.checked < auditLogLimits.verifyRows) {
        const options = settingsApi.verifyAudit.queryOptions({ input: { after } })
        const step = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 })
        after = step.through
        result.checked += step.checked
        result.findings.push(...step.findings)
        Object.assign(result, { total: step.total, whole: step.done, head: step.head, unsealed: step.unsealed })
        setProgress({ checked: result.checked, total: Math.min(step.total, auditLogLimits.verifyRows) })
      }
      return result
    },
  })
  return { verify: () => verifying.mutate(), progress, result: verifying.data, verifying }
}
