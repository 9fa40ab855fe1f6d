/**
 * What npm has to do before `what` can run. `program`: what building and running need; `everything`: the tools of tests
 * and checks too.
 *
 * @typedef {object} Found
 * @property {'program' | 'everything'} what
 * @property {string} lock hash of the lock file
 * @property {string} stamp what we wrote last into node_modules: a hash, then `program`, `everything` or `adding`; or nothing
 * @property {boolean} isRecorded npm's own record is there, and no older than the lock file
 * @property {boolean} hasTools tools of tests and checks are there
 *
 * @param {Found} found
 * @returns {'nothing' | 'add' | 'anew'} `add` leaves what is there alone, `anew` begins with an empty folder
 */
export function chooseInstall({ what, lock, stamp, isRecorded, hasTools }) {
  const [stampedLock, stamped] = stamp.split(' ')
  // A user may have run npm after the lock file was last written, which is as good as our installation.
  if (stampedLock !== lock && !isRecorded) return 'anew'
  if (what === 'program') return 'nothing'
  if (stampedLock === lock && stamped === 'adding') return 'anew'
  const isThere = hasTools && (stampedLock !== lock || stamped === 'everything')
  return isThere ? 'nothing' : 'add'
}
