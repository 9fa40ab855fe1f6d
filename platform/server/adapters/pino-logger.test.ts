import { describe, expect, it } from 'vitest'
import { pinoLogger } from './pino-logger'

function logged(write: (log: ReturnType<typeof pinoLogger>) => void): string[] {
  const lines: string[] = []
  write(pinoLogger('info', { write: (line) => void lines.push(line) }))
  return lines
}

describe('the log', () => {
  it('has one JSON object per line, from its level up', () => {
    const lines = logged((log) => {
      log.debug('too_small')
      log.info('request', { status: 200, path: '/rpc/users/list', slow: false })
    })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', time: expect.any(String), event: 'request', status: 200, path: '/rpc/users/list', slow: false },
    ])
  })

  it('writes no address, token or object that a caller let slip', () => {
    const [line = ''] = logged((log) =>
      log.warn('odd', { note: `owner@example.com ${'t'.repeat(43)}`, body: Object({ password: 'hush' }) }),
    )
    expect(JSON.parse(line)).toMatchObject({ note: '[address] [token]' })
    expect(line).not.toMatch(/example|hush|password/)
  })
})
