import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Starts a minimal mail server on loopback with a variable `mode`: `slow` delays the greeting and each response by
 * `slowMs`, `full` rejects emails (452 or 552 in turn), `dead` stops listening. `received` lists the ids of accepted
 * emails.
 */
export async function startMailServer(port, slowMs) {
  const state = { mode: 'ok', received: [], refused: 0 }
  const sockets = new Set()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    void talk(socket, state, slowMs).catch(() => socket.destroy())
  })
  const listen = () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  }
  await listen()
  return {
    state,
    close,
    async become(mode) {
      if (state.mode === 'dead') await listen()
      state.mode = mode
      if (mode === 'dead') await close()
    },
  }
}

async function talk(socket, state, slowMs) {
  const isSlow = state.mode === 'slow'
  const say = async (text) => {
    if (isSlow) await wait(slowMs)
    socket.write(`${text}\r\n`)
  }
  const isFull = () => state.mode === 'full'
  let [text, body] = ['', null]
  await say('220 faults.test')
  for await (const chunk of socket) {
    text += chunk.toString('latin1')
    for (let end; (end = text.indexOf('\r\n')) !== -1;) {
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      if (body === null && /^DATA/i.test(line)) {
        body = []
        await say('354 go on')
      } else if (body === null) {
        const refuses = isFull() && /^RCPT/i.test(line) && (state.refused += 1) % 2 === 1
        await say(refuses ? '452 no room' : answerTo(line))
        if (/^QUIT/i.test(line)) socket.end()
      } else if (line !== '.') body.push(line)
      else {
        const isTaken = !isFull()
        if (isTaken) state.received.push(/^Message-ID: (.*)$/im.exec(body.join('\n'))?.[1])
        body = null
        await say(isTaken ? '250 taken' : '552 no room')
      }
    }
  }
}

const answerTo = (line) => (/^QUIT/i.test(line) ? '221 bye' : '250 faults.test')
