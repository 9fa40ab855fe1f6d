/**
 * A day in less than a day: at the real moment `since` it is `from`, and from there on time runs `factor` times as fast. For
 * processes that were begun with `preload`, and for a database with `databaseClock`.
 */
export const fastClock = ({ since, from, factor }, real = Date.now) => ({
  since,
  from,
  factor,
  now: () => Math.floor(from + (real() - since) * factor),
})

/** A `Date` whose present is the clock's: dates made from a value keep it. Dates made by the real `Date` are instances too. */
export function fastDate(RealDate, clock) {
  function FastDate(...given) {
    if (!new.target) return new RealDate(clock.now()).toString()
    return Reflect.construct(RealDate, given.length > 0 ? given : [clock.now()], new.target)
  }
  Object.setPrototypeOf(FastDate, RealDate)
  return Object.defineProperties(FastDate, {
    prototype: { value: Object.create(RealDate.prototype, { constructor: { value: FastDate } }) },
    now: { value: clock.now },
    [Symbol.hasInstance]: {
      value(one) {
        // Subclasses inherit this method and keep the usual meaning.
        return this === FastDate ? one instanceof RealDate : Function.prototype[Symbol.hasInstance].call(this, one)
      },
    },
  })
}

/**
 * Environment of a process that lives by this clock: Node's own way to load something first, so that the program itself
 * knows of no clock but the system's. `measures`: a file that its memory is noted in.
 */
export const preload = ({ since, from, factor }, measures = '') => ({
  NODE_OPTIONS: `--import ${new URL('preload.mjs', import.meta.url).href}`,
  SOAK_CLOCK: JSON.stringify({ since, from, factor }),
  SOAK_MEASURES: measures,
})

/**
 * `now()` of this clock in front of PostgreSQL's own, for all who connect. Before the first migration: a default that says
 * `now()` keeps the function that it meant then.
 */
export function databaseClock({ since, from, factor }, database) {
  const at = (moment) =>
    `to_timestamp(${from / 1_000}) + (pg_catalog.${moment}() - to_timestamp(${since / 1_000})) * ${factor}`
  const make = (name) =>
    `create function fast_clock.${name}() returns timestamptz language sql stable as $$ select ${at(name)} $$`
  return [
    'create schema fast_clock',
    make('now'),
    make('clock_timestamp'),
    `alter database ${database} set search_path = public, fast_clock, pg_catalog`,
  ]
}
