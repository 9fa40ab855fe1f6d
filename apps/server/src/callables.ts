import type { Hono } from 'hono'
import { z } from 'zod'
import { saveMerchantBankInfoInput } from '@quaff/features/banking/contract'
import { saveMerchantBankInfo } from '@quaff/features/banking/server'
import { approveMerchantInput } from '@quaff/features/merchants/contract'
import { approveMerchantDirect } from '@quaff/features/merchants/server'
import {
  checkUserExistsInput,
  setPasswordInput,
  setupUserAccountInput,
  emailOnlyInput,
} from '@quaff/features/sign-in/contract'
import { checkUserExists, setPassword, setupAccount } from '@quaff/features/sign-in/server'
import { listSubscribersRaw } from '@quaff/features/subscriptions/server'
import {
  approveRegistrationInput,
  rejectRegistrationInput,
  updateUserRoleInput,
} from '@quaff/features/users/access-contract'
import { inviteUserInput, registerUserInput, userIdInput } from '@quaff/features/users/contract'
import {
  approveRegistration,
  deleteUser,
  inviteUser,
  registerUser,
  rejectRegistration,
  resendInvitation,
  sendPasswordResetTo,
  updateUserRole,
} from '@quaff/features/users/server'
import {
  type Context,
  idSchema,
  inTime,
  isRefusal,
  type RefusalCode,
  refuse,
  type Services,
  transportRefusals,
} from '@quaff/platform/server'
import { openContext } from './api/open-context'
import { readJson } from './api/read-request'
import { readInput } from './api/rights-before-shape'
import type { Env } from './edge/env'
import { toHttpError, logUnexpected } from './edge/error-mapper'

/**
 * A function of spec §7: parses its data strictly and calls the console's verb. An invalid shape is a protocol error
 * and is thrown as a ZodError. `inputs` are the shapes that it accepts.
 */
type Callable = ((ctx: Context, data: unknown) => Promise<unknown>) & { inputs: readonly z.ZodType[] }

function callable<S extends z.ZodType>(
  input: S,
  run: (ctx: Context, input: z.output<S>) => Promise<unknown>,
): Callable {
  const answer = async (ctx: Context, data: unknown) => run(ctx, await readInput(ctx, input, data, run))
  return Object.assign(answer, { inputs: [input] })
}

/**
 * Spec §8: what goes wrong on our side is answered as a failure of the function, in the specified words, and logged.
 * Refusals of rights, content and shape are thrown on.
 */
function orFailure(text: string, run: Callable): Callable {
  const answer = async (ctx: Context, data: unknown) => {
    try {
      return await run(ctx, data)
    } catch (error) {
      const { status, unexpected } = toHttpError(error)
      if (status < 500) throw error
      if (unexpected) logUnexpected(ctx.log, error, ctx.request.requestId)
      return { success: false, error: text }
    }
  }
  return Object.assign(answer, { inputs: run.inputs })
}

/** The flag selects the schema: a public registration that names a role or merchants is rejected (G23). */
const createAdminUserV2: Callable = Object.assign(
  async (ctx: Context, data: unknown) => {
    const isPublic =
      typeof data === 'object' && data !== null && 'isPublicRegistration' in data && data.isPublicRegistration === true
    return isPublic
      ? callable(registerUserInput, registerUser)(ctx, data)
      : callable(inviteUserInput, inviteUser)(ctx, data)
  },
  { inputs: [registerUserInput, inviteUserInput] },
)

/** Uses the texts of spec §8 for internal errors. */
export const userCallables = {
  createAdminUserV2: orFailure('Failed to create admin user', createAdminUserV2),
  updateUserRole: orFailure('Failed to update user role', callable(updateUserRoleInput, updateUserRole)),
  deleteUser: orFailure('Failed to delete user', callable(userIdInput, deleteUser)),
  sendPasswordReset: orFailure('Failed to send password reset', callable(emailOnlyInput, sendPasswordResetTo)),
  resendInvitationEmail: orFailure('Failed to resend invitation', callable(userIdInput, resendInvitation)),
  approveUserRegistration: orFailure(
    'Failed to approve user registration',
    callable(approveRegistrationInput, approveRegistration),
  ),
  rejectUserRegistration: orFailure(
    'Failed to reject user registration',
    callable(rejectRegistrationInput, rejectRegistration),
  ),
}

const merchantInput = z.strictObject({ merchantId: idSchema })

const merchantCallables = {
  getMerchantSubscribersRaw: callable(merchantInput, async (ctx, input) => {
    const { subscribers } = await listSubscribersRaw(ctx, input)
    return { subscribers }
  }),
  approveMerchantDirect: callable(approveMerchantInput, approveMerchantDirect),
  saveMerchantBankInfo: callable(saveMerchantBankInfoInput, saveMerchantBankInfo),
}

const accountCallables = {
  setPasswordAfterEmailSignIn: callable(setPasswordInput, setPassword),
  checkUserExists: callable(checkUserExistsInput, checkUserExists),
  setupUserAccount: callable(setupUserAccountInput, setupAccount),
}

/** The thirteen functions of spec §7 under their names. */
export const callables = { ...accountCallables, ...userCallables, ...merchantCallables } satisfies Record<
  string,
  Callable
>
export type CallableName = keyof typeof callables
const byName = new Map<string, Callable>(Object.entries(callables))

const timeoutMs = 70_000
const timedOut = Symbol('timed out')
// The function still runs.
const tookTooLong = 'This took too long. Check whether it was done before you try again.'
const envelope = z.strictObject({ data: z.unknown() })

/** A refusal of the request's content is the function's own answer; rights, limits and shape are the protocol's. */
const answeredAsResult: readonly RefusalCode[] = ['BAD_REQUEST', 'CONFLICT']

export function mountCallables(app: Hono<Env>, services: Services) {
  app.post('/us-central1/:name', async (c) => {
    const ctx = await openContext(c, services)
    const result = await inTime(timeoutMs, answer(ctx, c.req.param('name'), await readJson(c)), () => timedOut)
    if (result === timedOut) return c.json({ error: { status: 'DEADLINE_EXCEEDED', message: tookTooLong } }, 504)
    return c.json({ result })
  })
}

async function answer(ctx: Context, name: string, body: unknown): Promise<unknown> {
  const run = byName.get(name)
  if (!run) throw refuse(transportRefusals, 'FUNCTION')
  const { data } = envelope.parse(body)
  try {
    return (await run(ctx, data)) ?? null
  } catch (error) {
    const isBusiness = isRefusal(error) && answeredAsResult.includes(error.code)
    if (!isBusiness) throw error
    return { success: false, error: toHttpError(error).message }
  }
}
