import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../../scripts/testing/services/find-free-port.mjs'
import { startMailServer } from '../outside/mail-server.mjs'

const mailFullMs = 5_000
const mailFineMs = 55_000

/** Starts a webhook receiver that fails every tenth time and a mail server that is full now and then. */
export async function startOutside() {
  const told = { received: 0, failed: 0 }
  const hooks = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      told.received += 1
      if (told.received % 10 === 0) told.failed += 1
      response.writeHead(told.received % 10 === 0 ? 500 : 200).end()
    })
  })
  const [hookPort, mailPort] = [await findFreePort(), await findFreePort()]
  await new Promise((resolve) => hooks.listen(hookPort, '127.0.0.1', resolve))
  const mail = await startMailServer(mailPort, 0)
  const over = new AbortController()
  const changing = changeMail(mail, over.signal)
  return {
    hookUrl: `http://127.0.0.1:${hookPort}/`,
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'soak@quaff.test',
      WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    },
    told: () => ({ ...told, mails: mail.state.received.length }),
    async stop() {
      over.abort()
      await changing
      await mail.close()
      hooks.closeAllConnections()
      await new Promise((resolve) => hooks.close(resolve))
    },
  }
}

async function changeMail(mail, signal) {
  for (let mode = 'ok'; !signal.aborted; mode = mode === 'ok' ? 'full' : 'ok') {
    await mail.become(mode)
    await wait(mode === 'ok' ? mailFineMs : mailFullMs, undefined, { signal }).catch(() => {})
  }
}
