import type { PaymentSignatures } from '../ports'

/** Uses the provider's package, which is loaded with the first event. */
export function stripeSignatures(secrets: readonly string[], isLive: boolean): PaymentSignatures {
  return {
    isLive,
    async judge(body, header, { now, toleranceSeconds }) {
      const { webhooks } = (await import('stripe')).default
      const passes = (secret: string, tolerance: number) => {
        try {
          return webhooks.signature?.verifyHeader(body, header, secret, tolerance, undefined, now.getTime()) ?? false
        } catch {
          return false
        }
      }
      const secret = secrets.find((one) => passes(one, 0))
      if (secret === undefined) return 'wrong'
      // The package rejects only old timestamps; one far in the future means a wrong clock.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1] ?? 0)
      const isAhead = signedAt > now.getTime() / 1_000 + toleranceSeconds
      return passes(secret, toleranceSeconds) && !isAhead ? 'good' : 'late'
    },
  }
}
