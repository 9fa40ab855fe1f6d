/** Modes that stream a whole business: nearly all they allocate is garbage at once, and Node lets that lie while it has room. */
const streaming = ['import', 'export']
/**
 * MiB of each half of the young part of the heap. By default it grows to sixteen before the command can say anything. Of the
 * old part no limit is set: a batch of large documents has to fit, and the command collects it at a fifth of growth.
 */
const youngMiB = 2
/** The embedded engine is compiled once, and not a second time for speed: the second code of it costs a sixth of all memory. */
const compiledOnce = '--liftoff-only'

/** Flags of Node for a mode; what the user says of the heap in `NODE_OPTIONS` counts more. */
export function heapFlags([mode], nodeOptions = '') {
  if (!streaming.includes(mode)) return []
  const isSaid = /--max[-_]semi[-_]space[-_]size/.test(nodeOptions)
  return [...(isSaid ? [] : [`--max-semi-space-size=${youngMiB}`]), compiledOnce]
}
