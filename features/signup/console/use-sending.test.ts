import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { failureOf, pauseMs } from './use-sending'

const refusal = (status: number, reason: string, message = 'No.') =>
  new ORPCError('REFUSED', { status, message, data: { reason } })

describe('a failed attempt to send', () => {
  it.each([
    [new TypeError('Failed to fetch'), 'again'],
    [new DOMException('late', 'TimeoutError'), 'again'],
    [refusal(500, 'UNEXPECTED'), 'again'],
    [refusal(503, 'DATABASE'), 'again'],
    [refusal(504, 'GATEWAY'), 'again'],
    [refusal(401, 'PROOF'), 'prove'],
    [refusal(400, 'FORM_EXPIRED'), 'renew'],
    [refusal(400, 'INVALID_INPUT', 'Enter your name.'), 'correct'],
    [refusal(429, 'RATE_LIMIT', 'Too many attempts. Try again later.'), 'stop'],
    [refusal(413, 'TOO_LARGE'), 'correct'],
  ])('with %s leads to %s', (error, kind) => {
    expect(failureOf(error).kind).toBe(kind)
  })

  it('shows the sentence of the server where a person has to decide', () => {
    expect(failureOf(refusal(429, 'RATE_LIMIT', 'Too many attempts. Try again later.'))).toEqual({
      kind: 'stop',
      text: 'Too many attempts. Try again later.',
    })
  })

  it('says what to do about answers that are too long, whatever the server calls it', () => {
    expect(failureOf(refusal(413, 'TOO_LARGE', 'The request is over 32 KB.'))).toEqual({
      kind: 'correct',
      text: 'Your answers are too long. Shorten them and send the application again.',
    })
  })

  it('is followed by longer and longer pauses, up to fifteen seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map(pauseMs)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  })
})
