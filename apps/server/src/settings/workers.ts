import { availableParallelism } from 'node:os'
import { z } from 'zod'

const message = 'must be all, or a number from 1 to 64'

/** Each message completes "NAME …". */
export const workersFields = {
  WORKERS: z
    .string()
    .regex(/^(all|[1-9]|[1-5]\d|6[0-4])$/, message)
    .transform((text) => (text === 'all' ? availableParallelism() : Number(text)))
    .optional(),
}
