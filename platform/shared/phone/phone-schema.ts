import { z } from 'zod'
import { phoneFault, phoneLimits, phoneText } from './phone'

/** A phone number, or nothing. */
export const phoneSchema = () =>
  z
    .string()
    .trim()
    .max(phoneLimits.length)
    .refine((typed) => phoneFault(typed) === null, phoneText)
