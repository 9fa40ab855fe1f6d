import type { LogFacts, Logger } from '@quaff/platform/server/ports'

type LogLine = { level: keyof Logger; event: string; facts: LogFacts }
export type CapturedLog = Logger & { lines: LogLine[] }

export function capturedLog(): CapturedLog {
  const lines: LogLine[] = []
  const at =
    (level: keyof Logger) =>
    (event: string, facts: LogFacts = {}) =>
      void lines.push({ level, event, facts })
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
