import { createServer } from 'node:http'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const [smtpPort = '4311', httpPort = '4312'] = process.argv.slice(2)
type ReceivedMail = { to: string[]; replyTo: string[]; subject: string; text: string; html: string }
const received: ReceivedMail[] = []

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
        received.push({
          to: session.envelope.rcptTo.map((recipient) => recipient.address),
          replyTo: mail.replyTo?.map(({ address = '' }) => address) ?? [],
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html ?? '',
        })
        done()
      })
    })
  },
})
smtp.listen(Number(smtpPort), '127.0.0.1')

createServer((request, response) => {
  const to = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams.get('to')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(to === null ? received : received.filter((mail) => mail.to.includes(to))))
}).listen(Number(httpPort), '127.0.0.1')
