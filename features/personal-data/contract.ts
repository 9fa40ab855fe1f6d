import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'

const person = z.strictObject({ userId: idSchema })

/** `confirmEmail` is the person's address, typed. */
export const erasePersonInput = person.extend({
  version: z.int().min(1),
  confirmEmail: z.string().max(textLimits.email),
})
export type ErasePersonInput = z.infer<typeof erasePersonInput>
/** Input of the download `POST /api/files/person-export`. */
export const exportPersonInput = person
export type ExportPersonInput = z.infer<typeof exportPersonInput>

/** Records that remain anonymously after erasure. */
export const keptFiguresSchema = z.object({
  subscriptions: z.int(),
  /** Active, trialing and past due ones. */
  runningSubscriptions: z.int(),
  redemptions: z.int(),
})
export type KeptFigures = z.infer<typeof keptFiguresSchema>

const get = route('GET', 'Users')
const post = route('POST', 'Users')

/** Administrators only. Erasure also requires a sign-in within the last five minutes. */
export const personalDataContract = {
  keptFigures: get('/users/{userId}/kept-figures', 'Records kept when a user is erased')
    .input(person)
    .output(keptFiguresSchema),
  erase: post('/users/{userId}/erasure', 'Permanently erase a user')
    .input(erasePersonInput)
    .output(z.object({ success: z.literal(true) })),
}
