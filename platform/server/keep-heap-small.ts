import { setFlagsFromString } from 'node:v8'

/** By how many hundredths the old part of the heap grows until it is collected. Node waits for much more while there is room. */
const growth = {
  /** Almost all that a command allocates which streams is garbage at once. */
  streaming: 20,
  serving: 50,
} as const

/** No limit is set, so a large document still fits. The young part is a flag of the start (`scripts/setup/small-heap.mjs`). */
export function keepHeapSmall(work: keyof typeof growth): void {
  setFlagsFromString(`--heap-growing-percent=${growth[work]}`)
  if (work === 'streaming') setFlagsFromString('--semi-space-growth-factor=1')
}
