import { z } from 'zod'

export const gateLimits = {
  /** A form is taken no sooner after it was opened. */
  shortestMs: 3_000,
  /** For how long the page holds what is sent: a timer may end a little early. */
  heldMs: 3_500,
  longestMs: 24 * 60 * 60_000,
} as const

/** What each public form sends along. */
export const gateInput = z.strictObject({
  /** From the page's own opening call. */
  startToken: z.string().min(1).max(200),
  /** A field that people do not see: only programs fill it in. */
  trap: z.string().max(500).default(''),
})
export type GateInput = z.infer<typeof gateInput>
