import { healthLimits, type HealthFact, type HealthPart, type HealthState, type SystemHealth } from './contract'

export type Finding = { state: HealthState; facts: HealthFact[]; hint: string | null }

export const healthPartNames: Record<HealthPart, string> = {
  database: 'Database',
  signIn: 'Sign-in',
  mail: 'Mail',
  files: 'File storage',
  live: 'Live connection',
  jobs: 'Background jobs',
  version: 'Version and backup',
}

export const healthStateWords: Record<HealthState, string> = {
  ok: 'Works',
  warn: 'Needs attention',
  fail: 'Broken',
  unknown: 'Not known',
}

const ms = (value: number) => `${Math.round(value)} ms`
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** `applied` and `expected` are the times of migrations; `expected` null when this server does not know its own. */
export function judgeDatabase(facts: {
  roundTripMs: number
  appliedUpTo: number | null
  expected: readonly number[] | null
  /** Null for one that does not answer; absent where there are none. */
  replicasBehindSeconds?: readonly (number | null)[]
  /** Currencies whose stored amounts have other decimals than this server reads. */
  otherDecimals?: readonly string[]
}): Finding {
  const { roundTripMs, appliedUpTo, expected, replicasBehindSeconds: replicas = [], otherDecimals = [] } = facts
  const answering = replicas.filter((seconds) => seconds !== null)
  const pending = expected === null ? null : expected.filter((at) => at > (appliedUpTo ?? 0)).length
  const shown = [
    { label: 'Round trip', value: ms(roundTripMs) },
    { label: 'Pending migrations', value: pending === null ? 'not known' : String(pending) },
    ...(replicas.length === 0
      ? []
      : [{ label: 'Replicas', value: `${answering.length} of ${replicas.length} answer` }]),
    ...answering.slice(0, 1).map(() => ({ label: 'Furthest behind', value: `${Math.max(...answering).toFixed(1)} s` })),
  ]
  if (pending !== null && pending > 0)
    return { state: 'fail', facts: shown, hint: 'Restart the server: it applies pending migrations when it starts.' }
  if (otherDecimals.length > 0)
    return {
      state: 'fail',
      facts: [...shown, { label: 'Other decimals', value: otherDecimals.join(', ').toUpperCase() }],
      hint: 'Amounts were converted by another version: stop this server and start that version.',
    }
  if (roundTripMs > healthLimits.slowDatabaseMs)
    return { state: 'warn', facts: shown, hint: 'The database answers slowly. Look at its load and at the network.' }
  if (replicas.length > 0 && answering.length === 0)
    return { state: 'warn', facts: shown, hint: 'No replica answers: if the database fails, nothing can be read.' }
  return { state: 'ok', facts: shown, hint: null }
}

export function judgeSignIn(hashMs: number): Finding {
  const facts = [{ label: 'Password check', value: ms(hashMs) }]
  if (hashMs <= healthLimits.slowHashMs) return { state: 'ok', facts, hint: null }
  return { state: 'warn', facts, hint: 'Signing in takes long. Many people sign in at once, or the server lacks CPU.' }
}

export type MailFacts = {
  waiting: number
  oldest: Date | null
  dead: number
  lastError: string | null
  hasSupport: boolean
}

export function judgeMail({ waiting, oldest, dead, lastError, hasSupport }: MailFacts, now: Date): Finding {
  const facts: HealthFact[] = [
    { label: 'Waiting', value: String(waiting) },
    { label: 'Oldest waiting', value: oldest ?? 'none' },
    { label: 'Given up', value: String(dead) },
    { label: 'Last error', value: lastError ?? 'none' },
    { label: 'Support address', value: hasSupport ? 'set' : 'not set' },
  ]
  const age = oldest ? now.getTime() - oldest.getTime() : 0
  if (dead > 0)
    return {
      state: 'fail',
      facts,
      hint: `${plural(dead, 'mail was', 'mails were')} given up after many tries. Check the mail server, then send them again from where they came.`,
    }
  if (age > healthLimits.lostMailMs)
    return { state: 'fail', facts, hint: 'Mail has not left for over an hour. Check SMTP_URL and the mail server.' }
  if (age > healthLimits.lateMailMs || lastError !== null)
    return { state: 'warn', facts, hint: 'Mail leaves late. It is tried again by itself; check the mail server.' }
  if (!hasSupport)
    return {
      state: 'warn',
      facts,
      hint: 'No support address is set: mails and public pages say so. Set one in the platform settings.',
    }
  return { state: 'ok', facts, hint: null }
}

export function judgeLive(facts: { newest: Date | null; deliveredMs: number | null }): Finding {
  const { newest, deliveredMs } = facts
  const shown: HealthFact[] = [
    { label: 'Delivered in', value: deliveredMs === null ? 'not at all' : ms(deliveredMs) },
    { label: 'Last event before', value: newest ?? 'none in the last hour' },
  ]
  if (deliveredMs === null)
    return {
      state: 'fail',
      facts: shown,
      hint: 'Open pages do not hear of changes; they ask every two minutes instead.',
    }
  if (deliveredMs > healthLimits.slowEventMs)
    return { state: 'warn', facts: shown, hint: 'Changes reach open pages late. The database is busy.' }
  return { state: 'ok', facts: shown, hint: null }
}

export type JobFacts = {
  kind: string
  runAt: Date
  lockedUntil: Date | null
  attempts: number
  lastError: string | null
}
export type DeadJobs = { kind: string; count: number; lastError: string | null }

export function judgeJobs({ recurring, dead }: { recurring: JobFacts[]; dead: DeadJobs[] }, now: Date): Finding {
  const late = recurring.filter((job) => isLate(job, now))
  const failing = recurring.filter((job) => job.lastError !== null)
  const isAsPlanned = (job: JobFacts) => !isLate(job, now) && job.lastError === null
  const factOf = (job: JobFacts) => ({ label: job.kind, value: jobText(job, now) })
  const facts: HealthFact[] = [
    ...recurring.filter((job) => !isAsPlanned(job)).map(factOf),
    ...dead.map(({ kind, count, lastError }) => ({
      label: `${kind} (given up)`,
      value: `${count}, last error ${lastError ?? 'not known'}`,
    })),
    ...recurring.filter(isAsPlanned).map((job) => ({ ...factOf(job), asPlanned: true })),
  ]
  if (recurring.length === 0)
    return { state: 'fail', facts, hint: 'No background job was ever started. Is a server running with this database?' }
  if (late.length > 0)
    return {
      state: 'fail',
      facts,
      hint: `${plural(late.length, 'job is', 'jobs are')} overdue: no server runs them. Restart the server.`,
    }
  if (failing.length > 0)
    return { state: 'warn', facts, hint: 'A job fails and is tried again. The server’s log names the reason.' }
  if (dead.length > 0)
    return { state: 'warn', facts, hint: 'Some work was given up after many tries. The server’s log names the reason.' }
  return { state: 'ok', facts, hint: null }
}

/** A lease that ran out is no run: whoever held it has died. */
const isRunning = ({ lockedUntil }: JobFacts, now: Date) => lockedUntil !== null && lockedUntil > now
const isLate = (job: JobFacts, now: Date) =>
  !isRunning(job, now) && now.getTime() - job.runAt.getTime() > healthLimits.lateJobMs

function jobText(job: JobFacts, now: Date): string {
  const failed = job.lastError === null ? '' : `, failed ${job.attempts} times: ${job.lastError}`
  if (isRunning(job, now)) return `running${failed}`
  const minutes = Math.round((job.runAt.getTime() - now.getTime()) / 60_000)
  if (minutes < 0) return `due for ${spanText(-minutes)}${failed}`
  return minutes === 0 ? `runs now${failed}` : `runs in ${spanText(minutes)}${failed}`
}

function spanText(minutes: number): string {
  return minutes < 120 ? plural(minutes, 'minute', 'minutes') : `${Math.round(minutes / 60)} hours`
}

/**
 * `newest` is the last snapshot: null when there is none yet, undefined when this server takes none. `upMs`: how long the
 * server has run.
 */
export function judgeVersion(
  version: string,
  newest: Date | null | undefined,
  { now, upMs }: { now: Date; upMs: number },
): Finding {
  const shown: HealthFact = { label: 'Version', value: version }
  if (newest === undefined)
    return {
      state: 'unknown',
      facts: [shown, { label: 'Last backup', value: 'Not known' }],
      hint: 'Backups do not report to this server. Look into your backup tool for the last one.',
    }
  const facts: HealthFact[] = [
    shown,
    { label: 'Last snapshot', value: newest ?? 'None yet' },
    { label: 'Snapshots lie', value: 'On the disk of the database' },
  ]
  if (newest === null && upMs <= healthLimits.lateSnapshotMs)
    return { state: 'unknown', facts, hint: 'The first snapshot comes within half an hour of the first start.' }
  if (newest === null || now.getTime() - newest.getTime() > healthLimits.lateSnapshotMs)
    return {
      state: 'warn',
      facts,
      hint: 'No snapshot was taken for over an hour. Is the disk full? The server’s log names the reason.',
    }
  return { state: 'ok', facts, hint: null }
}

/** For a message to whoever helps: states, counts and codes, nothing else. */
export function healthReport({ checkedAt, version, parts }: SystemHealth): string {
  const lines = parts.flatMap(({ part, state, facts, hint, tookMs }) => [
    '',
    `${healthPartNames[part]}: ${healthStateWords[state]} (${tookMs} ms)`,
    ...facts.map(({ label, value }) => `  ${label}: ${value instanceof Date ? value.toISOString() : value}`),
    ...(hint === null ? [] : [`  Hint: ${hint}`]),
  ])
  return [`System health, version ${version}, checked ${checkedAt.toISOString()}`, ...lines, ''].join('\n')
}

/** The worst of them; what is not known does not count. */
export function worstState(states: readonly HealthState[]): 'ok' | 'warn' | 'fail' {
  if (states.includes('fail')) return 'fail'
  return states.includes('warn') ? 'warn' : 'ok'
}
