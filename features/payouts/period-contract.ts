import { z } from 'zod'

/** A calendar month in the platform's zone, like "2026-10" (G34). */
export const periodShape = /^(19|20)\d\d-(0[1-9]|1[0-2])$/
export const periodSchema = z.string().regex(periodShape, 'A period is a month, like 2026-10.')
export type Period = z.infer<typeof periodSchema>
