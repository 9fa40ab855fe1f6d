import type { Opening, Schedule } from '@quaff/features/locations/contract'
import { closureOn, openingAt, openingText } from '@quaff/features/locations/opening-rules'
import { isValidAt, readSchedule } from '@quaff/features/locations/rules'
import type { TimeWindow } from '@quaff/features/plans/contract'
import { readPlanFields, windowText } from '@quaff/features/plans/rules'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { isUnreadable, type PlanDocument } from './allowance-rules'
import { placeStates, scanLimits, type Finding, type Place, type PlaceState } from './scan-contract'

export type PlaceDetails = { id: string; name: string; fields: Readonly<Record<string, unknown>> }
export type PlacesVerdict = { places: Place[]; placesTotal: number; findings: Finding[] }

type JudgedPlace = Place & { opensAt: Date | null; hours: Opening['status'] }
/** Location rules of the plan. If a rule is unreadable, `isValid` returns null or `window` is `unknown`. */
type PlaceRules = { isValid: (locationId: string) => boolean | null; window: TimeWindow | 'unknown' | null }

/** Judges where a scan could succeed at `now`. `document` is the plan's, null if the plan was deleted. */
export function judgePlaces(
  { document, locations }: { document: PlanDocument | null; locations: readonly PlaceDetails[] },
  now: Date,
  platformZone: string,
): PlacesVerdict {
  const rules = readRules(document)
  const judged = locations
    .map((location) => judgePlace(location, rules, now, platformZone))
    .sort((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name))
  return {
    places: judged
      .slice(0, scanLimits.places)
      .map(({ id, name, state, opening, timeZone }) => ({ id, name, state, opening, timeZone })),
    placesTotal: judged.length,
    findings: [...unreadableRules(document), ...findingsOf(judged, rules)],
  }
}

const rankOf = ({ state }: Place) => placeStates.indexOf(state)

function readRules(document: PlanDocument | null): PlaceRules {
  if (!document) return { isValid: () => null, window: 'unknown' }
  const { validLocationIds, timeWindow } = readPlanFields(document)
  const isListUnreadable = isUnreadable(document, 'validLocationIds')
  return {
    isValid: (id) => (isListUnreadable ? null : isValidAt({ name: '', validLocationIds }, id)),
    window: isUnreadable(document, 'timeWindow') ? 'unknown' : timeWindow,
  }
}

function unreadableRules(document: PlanDocument | null): Finding[] {
  const rules = ['timeWindow', 'validLocationIds'] as const
  return rules
    .filter((rule) => document !== null && isUnreadable(document, rule))
    .map((rule) => ({ reason: 'RULE_UNREADABLE', rule }))
}

function judgePlace(location: PlaceDetails, rules: PlaceRules, now: Date, platformZone: string): JudgedPlace {
  const schedule = readSchedule(location.fields, platformZone)
  const opening = openingNow(schedule, now)
  return {
    id: location.id,
    name: location.name.trim() || 'Unknown Location',
    state: stateOf(rules.isValid(location.id), opening, isInWindow(rules.window, schedule.timeZone, now)),
    opening: openingText(opening, schedule, now),
    timeZone: schedule.timeZone,
    opensAt: opening.opensAt,
    hours: opening.status,
  }
}

/** Applies today's closure even if the hours are unknown. */
function openingNow(schedule: Schedule, now: Date): Opening {
  const opening = openingAt(schedule, now)
  const closure = closureOn(schedule.closures, dayKeyIn(schedule.timeZone, now))
  if (opening.status !== 'unknown' || !closure) return opening
  return { status: 'closure', until: null, opensAt: null, reason: closure.reason || null }
}

function stateOf(isValid: boolean | null, { status }: Opening, inWindow: boolean | null): PlaceState {
  if (isValid === false) return 'not_in_plan'
  if (status === 'closed' || status === 'closure') return 'closed'
  if (inWindow === false) return 'outside_window'
  return isValid && inWindow && status === 'open' ? 'serves' : 'unknown'
}

/** A time window is like equal opening hours on each of its days. */
function isInWindow(window: PlaceRules['window'], timeZone: string, now: Date): boolean | null {
  if (window === 'unknown') return null
  if (!window) return true
  const week = Object.fromEntries(window.days.map((day) => [day, [{ open: window.from, close: window.to }]]))
  return openingAt({ timeZone, week, closures: [] }, now).status === 'open'
}

function findingsOf(judged: readonly JudgedPlace[], { window }: PlaceRules): Finding[] {
  if (judged.length === 0) return [{ reason: 'NO_LOCATION' }]
  const valid = judged.filter(({ state }) => state !== 'not_in_plan')
  if (valid.length === 0) return [{ reason: 'VALID_LOCATIONS_GONE' }]
  if (valid.some(({ state }) => state === 'serves')) return []
  const unknown = valid.filter(({ state }) => state === 'unknown')
  if (unknown.length > 0) return unknown.some(({ hours }) => hours === 'unknown') ? [{ reason: 'HOURS_UNKNOWN' }] : []
  const findings: Finding[] = []
  const closed = valid.filter(({ state }) => state === 'closed')
  const first = firstToOpen(closed)
  if (first) findings.push({ reason: 'CLOSED_NOW', at: first.opensAt, timeZone: first.timeZone })
  if (closed.length < valid.length && window && window !== 'unknown')
    findings.push({ reason: 'OUTSIDE_TIME_WINDOW', name: windowText(window) })
  return findings
}

function firstToOpen(closed: readonly JudgedPlace[]) {
  const opening = ({ opensAt }: JudgedPlace) => opensAt?.getTime() ?? Number.POSITIVE_INFINITY
  return closed.toSorted((one, other) => opening(one) - opening(other))[0]
}
