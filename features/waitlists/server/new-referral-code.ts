import type { Context } from '@quaff/platform/server/context'

/** 72 random bits: nobody guesses a friend's code, and it says nothing of the person. */
export const newReferralCode = ({ secrets }: Pick<Context, 'secrets'>) =>
  secrets
    .newToken()
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 12)
