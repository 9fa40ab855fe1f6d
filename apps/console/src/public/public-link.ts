import { ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { lostVerificationAnswers } from '@quaff/features/sign-in/console/lost-answers-widget'
import type { formImagePath, proofHeader } from '@quaff/features/signup-forms/answering-contract'
import { noteUnconfirmed } from '@quaff/platform/console/forms/error-text'

const clientHeader = { 'x-quaff-client': 'public' } as const
// Repeated here and checked by type, because importing the contract would load a schema library.
const imagePath: typeof formImagePath = '/api/files/form-images'
const proofName: typeof proofHeader = 'x-mailbox-proof'

const lostMessages: Readonly<Record<string, string>> = lostVerificationAnswers

/** Public pages send no cookie, so signed-in users are anonymous here. */
export function createPublicLink() {
  return new RPCLink({
    url: `${window.location.origin}/rpc`,
    headers: clientHeader,
    fetch: (request, init) => fetch(request, { ...init, credentials: 'omit' }),
    interceptors: [
      async ({ next, path: [feature, procedure] }) => {
        try {
          return await next()
        } catch (error) {
          if (feature === 'mailbox') noteUnconfirmed(error, lostMessages[procedure ?? ''])
          throw error
        }
      },
    ],
  })
}

/** A picture for an answer, with the proof of the mailbox. A refusal is thrown like one of the typed API. */
export async function uploadPicture(slug: string, proof: string, picture: File): Promise<{ id: string }> {
  const body = new FormData()
  body.append('file', picture, 'image')
  const response = await fetch(`${imagePath}/${encodeURIComponent(slug)}`, {
    method: 'POST',
    headers: { ...clientHeader, [proofName]: proof },
    credentials: 'omit',
    body,
  })
  const answer = readObject(await response.json().catch(() => null))
  if (response.ok && typeof answer['id'] === 'string') return { id: answer['id'] }
  const message = typeof answer['message'] === 'string' ? answer['message'] : undefined
  const reason = typeof answer['reason'] === 'string' ? answer['reason'] : undefined
  throw new ORPCError('UPLOAD', { status: response.ok ? 502 : response.status, message, data: { reason } })
}

const readObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
