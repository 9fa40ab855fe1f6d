import type { TargetFiles } from '@quaff/platform/server/ports'
import type { ExportedDocument } from './exported-kind'

/** As the provider's command-line tool writes accounts, so that it reads them too. */
export function accountFile(target: TargetFiles) {
  const begun = new Set<string>()
  return {
    async add(page: readonly ExportedDocument[]) {
      for (const { data, isLater } of page) {
        const file = isLater ? 'auth.second.json' : 'auth.json'
        await target.append(file, `${begun.has(file) ? ',' : '{"users":['}\n${JSON.stringify(data)}`)
        begun.add(file)
      }
    },
    async end() {
      for (const file of begun) await target.append(file, '\n]}\n')
    },
    inexact: () => 0,
  }
}
