import { z } from 'zod'

/** `amountMinor` is in the currency's smallest unit. */
export const moneySchema = z.object({ amountMinor: z.int(), currency: z.string() })
export type Money = z.infer<typeof moneySchema>
