import type { Refusals } from '@quaff/platform/shared/refusal'
import { bankLimits } from './contract'

const { numberMin, numberMax } = bankLimits

/** The texts never repeat the typed value. */
export const numberRefusals = {
  CHARACTERS: { code: 'BAD_REQUEST', text: (noun: string) => `The ${noun} can have only digits and letters.` },
  TOO_SHORT: { code: 'BAD_REQUEST', text: (noun: string) => `The ${noun} has at least ${numberMin} characters.` },
  TOO_LONG: { code: 'BAD_REQUEST', text: (noun: string) => `The ${noun} has at most ${numberMax} characters.` },
} as const satisfies Refusals

const locked = (state: string, next: string) => `This merchant ${state}, so you can’t change its bank details. ${next}`

export const bankRefusals = {
  ACCOUNT_NAME: { code: 'BAD_REQUEST', text: 'Enter the name of the account holder.', field: 'accountName' },
  NUMBER_MISSING: { code: 'BAD_REQUEST', text: (noun: string, why: string) => `${why}Enter the ${noun}.` },
  MERCHANT_LOCKED: { code: 'CONFLICT', text: locked },
} as const satisfies Refusals
