import type { LogDetails, Logger } from '@quaff/platform/server'

type LogLine = { level: keyof Logger; event: string; details: LogDetails }
export type CapturedLog = Logger & { lines: LogLine[] }

export function capturedLog(): CapturedLog {
  const lines: LogLine[] = []
  const at =
    (level: keyof Logger) =>
    (event: string, details: LogDetails = {}) =>
      void lines.push({ level, event, details })
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
