import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconHelpCircle,
  IconRefresh,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { RelativeTime, counted } from '@quaff/platform/console/display/formats'
import { Panel, Skeleton, StatusPill, type Tone } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { StaleNote } from '@quaff/platform/console/list/list-states'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import type { HealthDetail, HealthState, PartHealth } from '../health-contract'
import { healthPartNames, healthReport, healthStateLabels, worstState } from '../health-rules'
import { settingsApi } from './settings-queries'
import classes from './settings.module.css'

const overall = { ok: 'All systems operational', warn: 'Needs attention', fail: 'Something is broken' } as const

export function HealthTab() {
  const timeZone = useTimeZone()
  const { data, isPending, isFetching, isError, refetch } = useQuery({
    ...settingsApi.checkHealth.queryOptions({ input: undefined }),
    // A check costs the server work, so it runs only on request.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const copy = async () => {
    if (!data) return
    try {
      await navigator.clipboard.writeText(healthReport(data))
      notifySuccess('Report copied')
    } catch {
      notifyError('Couldn’t copy the report', 'Allow clipboard access in your browser and try again.')
    }
  }
  const worst = worstState(data?.parts.map(({ state }) => state) ?? [])
  const meta = healthMeta[worst]
  return (
    <Panel
      title="System health"
      actions={
        <>
          <Button size="sm" icon={IconCopy} iconOnPhone disabled={!data} onClick={() => void copy()}>
            Copy report
          </Button>
          <Button size="sm" icon={IconRefresh} loading={isFetching} onClick={() => void refetch()}>
            Re-check
          </Button>
        </>
      }
      flush
      loading={isPending}
      skeleton={<HealthSkeleton />}
      error={isError && !data ? 'Couldn’t check system health. Try again.' : undefined}
      onRetry={() => void refetch()}
    >
      {isError && data && (
        <StaleNote onRetry={() => void refetch()}>Couldn’t re-check. Showing the previous result.</StaleNote>
      )}
      {data && (
        <div className={classes.summary}>
          <span role="status">
            <StatusPill tone={meta.tone} icon={meta.icon}>
              {overall[worst]}
            </StatusPill>
          </span>
          <span className="q-caption">
            Checked: <RelativeTime value={data.checkedAt} timeZone={timeZone} />
          </span>
        </div>
      )}
      <ul>
        {data?.parts.map((part) => (
          <HealthPartRow key={part.part} part={part} timeZone={timeZone} onRetried={() => void refetch()} />
        ))}
      </ul>
    </Panel>
  )
}

function HealthSkeleton() {
  return (
    <div className={classes.skeleton}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
        <Skeleton key={key} height={44} />
      ))}
    </div>
  )
}

function HealthPartRow({ part, timeZone, onRetried }: { part: PartHealth; timeZone: string; onRetried: () => void }) {
  const meta = healthMeta[part.state]
  const asPlanned = part.facts.filter((detail) => detail.asPlanned)
  const deviations = part.facts.filter((detail) => !detail.asPlanned)
  return (
    <li className={classes.part} data-part={part.part} data-state={part.state}>
      <div className={classes.head}>
        <h3 className="q-h3">{healthPartNames[part.part]}</h3>
        <StatusPill tone={meta.tone} icon={meta.icon}>
          {healthStateLabels[part.state]}
        </StatusPill>
      </div>
      <div className={classes.body}>
        {part.hint !== null && <p>{part.hint}</p>}
        <RetryFailed part={part} onDone={onRetried} />
        {deviations.length > 0 && <Details facts={deviations} timeZone={timeZone} />}
        {asPlanned.length > 0 && (
          <details className={classes.asPlanned}>
            <summary>{counted(asPlanned.length, 'job')} on schedule</summary>
            <Details facts={asPlanned} timeZone={timeZone} />
          </details>
        )}
      </div>
    </li>
  )
}

/** Emails reach people, so that button states its consequence first. */
function RetryFailed({ part: { part, failed }, onDone }: { part: PartHealth; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const guard = useCloseGuard(false, () => setAsking(false))
  const isMail = part === 'mail'
  const noun = isMail ? 'email' : 'job'
  const retry = useMutation({
    mutationFn: () => settingsApi.retryFailed.call({ part: isMail ? 'mail' : 'jobs' }),
    onSuccess({ retried }) {
      notifySuccess(`${counted(retried, noun)} queued again`)
      setAsking(false)
      onDone()
    },
  })
  if (!failed) return null
  return (
    <>
      <Button size="sm" icon={IconRefresh} onClick={() => setAsking(true)}>
        {isMail ? 'Send again' : 'Run again'}
      </Button>
      {isAsking && (
        <FormDialog
          title={`${isMail ? 'Send' : 'Run'} ${counted(failed, noun)} again?`}
          description={
            isMail
              ? 'They go out with the next turn of the queue. Links in them that have expired stay expired.'
              : 'They run now, each with all its attempts.'
          }
          guard={guard}
          saving={{
            busy: retry.isPending,
            problem: retry.error ? errorText(retry.error) : undefined,
            submit: () => retry.mutate(),
          }}
          failed={isMail ? 'Couldn’t send the emails' : 'Couldn’t run the jobs'}
          button={isMail ? 'Send again' : 'Run again'}
        />
      )}
    </>
  )
}

function Details({ facts, timeZone }: { facts: readonly HealthDetail[]; timeZone: string }) {
  return (
    <dl className={classes.details}>
      {facts.map((detail) => (
        <div key={detail.label} className={classes.detail}>
          <dt>{codeTitle(detail.label)}</dt>
          <dd className="q-num">
            <DetailValue value={detail.value} timeZone={timeZone} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function DetailValue({ value, timeZone }: { value: HealthDetail['value']; timeZone: string }) {
  return value instanceof Date ? <RelativeTime value={value} timeZone={timeZone} /> : value
}

const healthMeta: Record<HealthState, { tone: Tone; icon: IconLike }> = {
  ok: { tone: 'ok', icon: IconCircleCheck },
  warn: { tone: 'warn', icon: IconAlertTriangle },
  fail: { tone: 'danger', icon: IconCircleX },
  unknown: { tone: 'neutral', icon: IconHelpCircle },
}
