import { setFlagsFromString } from 'node:v8'

/**
 * For a command that streams: almost all it allocates is garbage at once, and Node lets that lie while it has room. The
 * heap collects at a fifth of growth instead and its young part stays small; no limit is set, so a large document still fits.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=20')
  setFlagsFromString('--semi-space-growth-factor=1')
}
