import { setFlagsFromString } from 'node:v8'

/** Growth of the old generation, in percent, before a collection. Node's default is much larger. */
const growth = {
  /** Almost everything that a streaming command allocates becomes garbage immediately. */
  streaming: 20,
  serving: 50,
} as const

/** No limit is set, so a large document still fits. The young part is a flag of the start (`scripts/setup/small-heap.mjs`). */
export function keepHeapSmall(work: keyof typeof growth) {
  setFlagsFromString(`--heap-growing-percent=${growth[work]}`)
  if (work === 'streaming') setFlagsFromString('--semi-space-growth-factor=1')
}
