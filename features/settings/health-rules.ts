import {
  healthLimits,
  type HealthDetail,
  type HealthPart,
  type HealthState,
  type SystemHealth,
} from './health-contract'

export type Finding = { state: HealthState; facts: HealthDetail[]; hint: string | null; failed?: number }

export const healthPartNames: Record<HealthPart, string> = {
  database: 'Database',
  signIn: 'Sign-in',
  mail: 'Email',
  files: 'File storage',
  live: 'Live connection',
  jobs: 'Background jobs',
  version: 'Version and backup',
}

export const healthStateLabels: Record<HealthState, string> = {
  ok: 'Operational',
  warn: 'Needs attention',
  fail: 'Broken',
  unknown: 'Unknown',
}

const ms = (value: number) => `${Math.round(value)} ms`
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** `applied` and `expected` are the times of migrations; `expected` null when this server does not know its own. */
export function judgeDatabase(facts: {
  roundTripMs: number
  appliedUpTo: number | null
  expected: readonly number[] | null
  /** Null if the replica does not respond; absent if there are none. */
  replicasBehindSeconds?: readonly (number | null)[]
  /** Currencies whose stored amounts have other decimals than this server reads. */
  otherDecimals?: readonly string[]
}): Finding {
  const { roundTripMs, appliedUpTo, expected, replicasBehindSeconds: replicas = [], otherDecimals = [] } = facts
  const answering = replicas.filter((seconds) => seconds !== null)
  const pending = expected === null ? null : expected.filter((at) => at > (appliedUpTo ?? 0)).length
  const shown = [
    { label: 'Round trip', value: ms(roundTripMs) },
    { label: 'Pending migrations', value: pending === null ? 'unknown' : String(pending) },
    ...(replicas.length === 0
      ? []
      : [{ label: 'Replicas', value: `${answering.length} of ${replicas.length} responding` }]),
    ...answering.slice(0, 1).map(() => ({ label: 'Longest lag', value: `${Math.max(...answering).toFixed(1)} s` })),
  ]
  if (pending !== null && pending > 0)
    return { state: 'fail', facts: shown, hint: 'Restart the server to apply pending migrations.' }
  if (otherDecimals.length > 0)
    return {
      state: 'fail',
      facts: [...shown, { label: 'Different decimals', value: otherDecimals.join(', ').toUpperCase() }],
      hint: 'Another version converted amounts. Stop this server and start that version.',
    }
  if (roundTripMs > healthLimits.slowDatabaseMs)
    return { state: 'warn', facts: shown, hint: 'The database is slow. Check its load and the network.' }
  if (replicas.length > 0 && answering.length === 0)
    return {
      state: 'warn',
      facts: shown,
      hint: 'No replica responds. If the database fails, the console can’t show data.',
    }
  return { state: 'ok', facts: shown, hint: null }
}

export function judgeSignIn(hashMs: number): Finding {
  const facts = [{ label: 'Password check', value: ms(hashMs) }]
  if (hashMs <= healthLimits.slowHashMs) return { state: 'ok', facts, hint: null }
  return { state: 'warn', facts, hint: 'Sign-in is slow. Many people are signing in, or the server needs more CPU.' }
}

export type MailDetails = {
  waiting: number
  oldest: Date | null
  dead: number
  lastError: string | null
  hasSupport: boolean
}

export function judgeMail({ waiting, oldest, dead, lastError, hasSupport }: MailDetails, now: Date): Finding {
  const facts: HealthDetail[] = [
    { label: 'Waiting', value: String(waiting) },
    { label: 'Oldest in queue', value: oldest ?? 'none' },
    { label: 'Failed', value: String(dead) },
    { label: 'Last error', value: lastError ?? 'none' },
    { label: 'Support email', value: hasSupport ? 'set' : 'not set' },
  ]
  const age = oldest ? now.getTime() - oldest.getTime() : 0
  if (dead > 0)
    return {
      state: 'fail',
      facts,
      hint: `${plural(dead, 'email', 'emails')} failed. Check the email server, then send them again.`,
      failed: dead,
    }
  if (age > healthLimits.lostMailMs)
    return { state: 'fail', facts, hint: 'No email sent for over an hour. Check SMTP_URL and the email server.' }
  if (age > healthLimits.lateMailMs || lastError !== null)
    return { state: 'warn', facts, hint: 'Emails are delayed and will be retried. Check the email server.' }
  if (!hasSupport)
    return { state: 'warn', facts, hint: 'Add a support email in Platform settings so people can reach you.' }
  return { state: 'ok', facts, hint: null }
}

export function judgeLive(facts: { newest: Date | null; deliveredMs: number | null }): Finding {
  const { newest, deliveredMs } = facts
  const shown: HealthDetail[] = [
    { label: 'Delivered in', value: deliveredMs === null ? 'not delivered' : ms(deliveredMs) },
    { label: 'Last event', value: newest ?? 'none in the last hour' },
  ]
  if (deliveredMs === null)
    return { state: 'fail', facts: shown, hint: 'Live updates are down. Pages refresh every 2 minutes.' }
  if (deliveredMs > healthLimits.slowEventMs)
    return { state: 'warn', facts: shown, hint: 'Live updates are slow. The database is busy.' }
  return { state: 'ok', facts: shown, hint: null }
}

export type JobDetails = {
  kind: string
  runAt: Date
  lockedUntil: Date | null
  attempts: number
  lastError: string | null
}
export type DeadJobs = { kind: string; count: number; lastError: string | null }

export function judgeJobs({ recurring, dead }: { recurring: JobDetails[]; dead: DeadJobs[] }, now: Date): Finding {
  const late = recurring.filter((job) => isLate(job, now))
  const failing = recurring.filter((job) => job.lastError !== null)
  const isAsPlanned = (job: JobDetails) => !isLate(job, now) && job.lastError === null
  const itemOf = (job: JobDetails) => ({ label: job.kind, value: jobText(job, now) })
  const facts: HealthDetail[] = [
    ...recurring.filter((job) => !isAsPlanned(job)).map(itemOf),
    ...dead.map(({ kind, count, lastError }) => ({
      label: `${kind} (failed)`,
      value: `${count}, last error ${lastError ?? 'unknown'}`,
    })),
    ...recurring.filter(isAsPlanned).map((job) => ({ ...itemOf(job), asPlanned: true })),
  ]
  const failed = dead.reduce((sum, { count }) => sum + count, 0)
  return { ...verdict(), facts, ...(failed > 0 && { failed }) }

  function verdict(): Pick<Finding, 'state' | 'hint'> {
    if (recurring.length === 0)
      return { state: 'fail', hint: 'No background jobs found. Check that a server runs with this database.' }
    if (late.length > 0)
      return { state: 'fail', hint: `${plural(late.length, 'job is', 'jobs are')} overdue. Restart the server.` }
    if (failing.length > 0) return { state: 'warn', hint: 'A job is failing and will be retried. See the server log.' }
    if (failed > 0) return { state: 'warn', hint: 'Some jobs gave up. See the server log, then run them again.' }
    return { state: 'ok', hint: null }
  }
}

/** An expired lease is not a run: its process has died. */
const isRunning = ({ lockedUntil }: JobDetails, now: Date) => lockedUntil !== null && lockedUntil > now
const isLate = (job: JobDetails, now: Date) =>
  !isRunning(job, now) && now.getTime() - job.runAt.getTime() > healthLimits.lateJobMs

function jobText(job: JobDetails, now: Date) {
  const failed = job.lastError === null ? '' : `, failed ${job.attempts} times: ${job.lastError}`
  if (isRunning(job, now)) return `running${failed}`
  const minutes = Math.round((job.runAt.getTime() - now.getTime()) / 60_000)
  if (minutes < 0) return `overdue by ${spanText(-minutes)}${failed}`
  return minutes === 0 ? `runs now${failed}` : `runs in ${spanText(minutes)}${failed}`
}

function spanText(minutes: number) {
  return minutes < 120 ? plural(minutes, 'minute', 'minutes') : `${Math.round(minutes / 60)} hours`
}

/**
 * `newest` is the last snapshot: null when there is none yet, undefined when this server takes none. `upMs`: how long the
 * server has run.
 */
export function judgeVersion(
  version: string,
  newest: Date | null | undefined,
  { now, upMs, drill = null }: { now: Date; upMs: number; drill?: Drill | null },
): Finding {
  const shown: HealthDetail = { label: 'Version', value: version }
  if (newest === undefined && drill) return judgeDrill([shown], drill, now)
  if (newest === undefined)
    return {
      state: 'unknown',
      facts: [shown, { label: 'Last backup', value: 'Unknown' }],
      hint: 'Check your backup tool: this server doesn’t see its backups.',
    }
  const facts: HealthDetail[] = [
    shown,
    { label: 'Last snapshot', value: newest ?? 'None yet' },
    { label: 'Snapshot location', value: 'Database disk' },
  ]
  if (newest === null && upMs <= healthLimits.lateSnapshotMs)
    return { state: 'unknown', facts, hint: 'The first snapshot follows within 30 minutes of the first start.' }
  if (newest === null || now.getTime() - newest.getTime() > healthLimits.lateSnapshotMs)
    return { state: 'warn', facts, hint: 'No snapshot for over an hour. Check disk space and the server log.' }
  return { state: 'ok', facts, hint: null }
}

type Drill = { isGood: boolean; goodAt?: Date | undefined; takenAt?: Date | undefined }

function judgeDrill(shown: HealthDetail[], { isGood, goodAt, takenAt }: Drill, now: Date): Finding {
  const facts: HealthDetail[] = [
    ...shown,
    { label: 'Last good drill', value: goodAt ?? 'None yet' },
    ...(takenAt ? [{ label: 'Backup it restored', value: takenAt }] : []),
  ]
  if (!isGood)
    return { state: 'warn', facts, hint: 'The last recovery drill failed. Run npm run drill, which says why.' }
  if (!goodAt || now.getTime() - goodAt.getTime() > healthLimits.lateDrillMs)
    return { state: 'warn', facts, hint: 'No recovery drill for over 10 days. Check its timer.' }
  return { state: 'ok', facts, hint: null }
}

/** A report for support: states, counts and codes only. */
export function healthReport({ checkedAt, version, parts }: SystemHealth): string {
  const lines = parts.flatMap(({ part, state, facts, hint, tookMs }) => [
    '',
    `${healthPartNames[part]}: ${healthStateLabels[state]} (${tookMs} ms)`,
    ...facts.map(({ label, value }) => `  ${label}: ${value instanceof Date ? value.toISOString() : value}`),
    ...(hint === null ? [] : [`  Hint: ${hint}`]),
  ])
  return [`System health, version ${version}, checked ${checkedAt.toISOString()}`, ...lines, ''].join('\n')
}

/** Returns the worst state. Unknown states do not count. */
export function worstState(states: readonly HealthState[]): 'ok' | 'warn' | 'fail' {
  if (states.includes('fail')) return 'fail'
  return states.includes('warn') ? 'warn' : 'ok'
}
