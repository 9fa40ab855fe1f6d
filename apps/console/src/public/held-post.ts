import { gateLimits } from '@quaff/features/sign-in/email-verification-contract'

const receivedAtMs = new Map<string, number>()

/** Notes when the page got the start of a form: from then on its time runs. */
export async function noteStart<Opened extends object>(opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening
  if ('startToken' in opened && typeof opened.startToken === 'string')
    receivedAtMs.set(opened.startToken, performance.now())
  return opened
}

/**
 * Sends after the minimum time that the server requires of a form: browsers fill in forms faster than people. If the
 * form was opened on an earlier page of this tab, the time counts from this page's opening.
 */
export async function holdPost<Receipt>(
  startToken: string,
  send: () => Promise<Receipt>,
  signal?: AbortSignal,
): Promise<Receipt> {
  const openMs = performance.now() - (receivedAtMs.get(startToken) ?? 0)
  if (openMs < gateLimits.heldMs) await wait(gateLimits.heldMs - openMs, signal)
  return send()
}

const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true })
  })
