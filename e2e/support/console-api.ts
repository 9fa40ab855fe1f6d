import type { Page } from '@playwright/test'

/** Any answer of the API: a journey reads the few things that it needs. */
export type Answer = { [key: string]: unknown } & {
  id: string
  version: number
  rows: Answer[]
  token: string
  startToken: string
  updatedAt: string
  charges: { periodStart: string }[]
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Calls a procedure of the console's API with the page's session, as the console itself does; a refusal throws. */
export async function callConsole(page: Page, procedure: string, input: object): Promise<Answer> {
  const origin = new URL(page.url()).origin
  const meta = Object.entries(input).flatMap(([key, value]) =>
    typeof value === 'string' && instant.test(value) ? [[dateMark, key]] : [],
  )
  const answer = await page.request.post(`${origin}/rpc/${procedure}`, {
    headers: { 'x-quaff-client': 'console', origin },
    data: { json: input, meta },
  })
  const text = await answer.text()
  if (!answer.ok()) throw new Error(`${procedure}: ${answer.status()} ${text}`)
  return (JSON.parse(text) as { json: Answer }).json
}

/** Marks a text as a date in the RPC protocol. */
export const dateMark = 1
