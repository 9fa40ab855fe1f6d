import { reasonOf } from '@quaff/features/reasons'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import type { AnsweringApi, LiveForm } from './answering-api-widget'
import { sentAnswers, wantedPictures, type FilledForm } from './filled-form'

export type Sending = {
  api: AnsweringApi
  slug: string
  form: LiveForm
  filled: FilledForm
  /** The idempotency key of this filled form. */
  requestKey: string
  /** Null if no email verification was required. */
  proof: string | null
  trap: string
  affiliateCode: string
  /** Ids of earlier uploads, so that a retry uploads nothing twice. */
  uploaded: Map<File, string>
}

/** Uploads the pictures, then sends the answers. Retries once with a new start token if the old one has expired. */
export async function sendAnswers(sending: Sending): Promise<{ reference: string }> {
  const { api, slug, form } = sending
  try {
    return await submit(sending, form.startToken)
  } catch (error) {
    if (reasonOf(error) !== 'FORM_EXPIRED') throw error
    const renewed = await api.open(slug, false)
    if (renewed.state === 'closed') throw error
    return await submit(sending, renewed.startToken)
  }
}

async function submit(sending: Sending, startToken: string): Promise<{ reference: string }> {
  const { api, slug, form, filled, requestKey, proof, trap, affiliateCode } = sending
  const answers = sentAnswers(form, filled, await uploadPictures(sending))
  const proved = proof === null ? {} : { proof }
  return api.submit({ slug, version: form.version, requestKey, answers, startToken, trap, affiliateCode, ...proved })
}

/** The server refused the picture itself, so the user must choose another one. */
export class PictureRefused extends Error {
  constructor(
    readonly fieldId: string,
    message: string,
  ) {
    super(message)
  }
}

async function upload(fieldId: string, run: () => Promise<{ id: string }>): Promise<string> {
  try {
    return (await run()).id
  } catch (error) {
    const reason = reasonOf(error) ?? ''
    if (reason === 'TOO_LARGE' || reason.startsWith('IMAGE_'))
      throw new PictureRefused(fieldId, errorText(error, unreachableText))
    throw error
  }
}

/** Uploads one picture at a time, because phone connections are slow. */
async function uploadPictures({ api, slug, form, filled, proof, uploaded }: Sending): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const [fieldId, picture] of wantedPictures(form, filled)) {
    const id = uploaded.get(picture) ?? (await upload(fieldId, () => api.upload(slug, proof ?? '', picture)))
    uploaded.set(picture, id)
    ids[fieldId] = id
  }
  return ids
}
