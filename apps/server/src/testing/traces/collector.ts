import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.number(), z.string()]).optional() })
const attributes = z.array(z.object({ key: z.string(), value })).default([])
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  status: z.object({ code: z.number().optional() }).default({}),
})
const sentSchema = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) }),
  ),
})
export type SentSpan = z.infer<typeof spanSchema>

/** Takes what a collector of OpenTelemetry takes, OTLP by HTTP as JSON. `answer`: null answers never. */
export async function startCollector(answer: () => number | null = () => 200) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const status = answer()
      if (status === 200 && request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString())
      if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sent = () => bodies.flatMap((body) => sentSchema.parse(JSON.parse(body)).resourceSpans)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    text: () => bodies.join('\n'),
    spans: (): SentSpan[] => sent().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resource: () => detailsOf(sent()[0]?.resource.attributes ?? []),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const detailsOf = (given: z.infer<typeof attributes>) =>
  Object.fromEntries(given.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? Number(intValue)]))
