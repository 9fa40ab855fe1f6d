/**
 * Decides what npm must install before `what` can run. `program`: packages for building and running; `everything`: also
 * the tools of tests and checks.
 *
 * @typedef {object} Found
 * @property {'program' | 'everything'} what
 * @property {string} lock hash of the lock file
 * @property {string} stamp what we wrote last into node_modules: a hash, then `program`, `everything` or `adding`; or nothing
 * @property {boolean} isRecorded npm's own record exists and is not older than the lock file
 * @property {boolean} hasTools tools of tests and checks are installed
 *
 * @param {Found} found
 * @returns {'nothing' | 'add' | 'fresh'} `add` keeps the installed packages, `fresh` starts with an empty folder
 */
export function chooseInstall({ what, lock, stamp, isRecorded, hasTools }) {
  const [stampedLock, stamped] = stamp.split(' ')
  // A user may have run npm after the lock file was last written, which is as good as our installation.
  if (stampedLock !== lock && !isRecorded) return 'fresh'
  if (what === 'program') return 'nothing'
  if (stampedLock === lock && stamped === 'adding') return 'fresh'
  const isThere = hasTools && (stampedLock !== lock || stamped === 'everything')
  return isThere ? 'nothing' : 'add'
}
