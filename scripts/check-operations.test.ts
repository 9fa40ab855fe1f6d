import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { momentOfName } from '@quaff/platform/server/adapters/backups/backup-folder'

const root = new URL('..', import.meta.url)
const call = /log(?:\.(?:debug|info|warn|error)|\[level\])\(\s*'[^']+',\s*\{([^}]*)\}/g
const key = /(?:^|,)\s*(\w+)(?=\s*(?:[:,]|$))/g
/** Written by the logger itself; the last one within a trace. */
const always = ['level', 'time', 'event', 'traceId']

function writtenFields(): string[] {
  const files = execFileSync('git', ['ls-files', 'apps/server', 'features', 'platform/server'], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const details = files.flatMap((file) => [...readFileSync(new URL(file, root), 'utf8').matchAll(call)])
  return [
    ...new Set([
      ...always,
      ...details.flatMap(([, inner = '']) => [...inner.matchAll(key)].map(([, name = '']) => name)),
    ]),
  ]
}

it('observe.md lists the fields of the log, all of them and no other', () => {
  const [, section = ''] = readFileSync(new URL('docs/operations/observe.md', root), 'utf8').split(
    '| field of the log |',
  )
  const rows = (section.split('\n\n')[0] ?? '').split('\n').map((line) => line.split('|')[1] ?? '')
  const listed = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  expect(listed.sort()).toEqual(writtenFields().sort())
})

const readOperations = (name: string) => readFileSync(new URL(`operations/${name}`, root), 'utf8')

it('scheduled backups have names that `backups`, `drill` and doctor recognize', () => {
  const patterns = ['quaff-backup.service', 'compose.yaml'].map(
    (file) => /date -u \+(\S+?)\)/.exec(readOperations(file))?.[1],
  )
  for (const pattern of patterns) {
    const name = execFileSync('date', ['-u', `+${pattern?.replaceAll('%%', '%')}`])
      .toString()
      .trim()
    expect(momentOfName(name)).toBeInstanceOf(Date)
  }
})

it('systemd, compose and Kubernetes schedule a drill of what the backup writes', () => {
  expect(readOperations('quaff-drill.service')).toContain('main.js drill /var/lib/quaff-backups\n')
  expect(readOperations('quaff-drill.timer')).toMatch(/^OnCalendar=Sun /m)
  expect(readOperations('compose.yaml')).toMatch(/place=\/backups\n +node dist\/server\/main\.js drill "\$\$place"/)
  expect(readOperations('kubernetes.yaml')).toContain('args: [drill, s3]')
})

const service = z.looseObject({ environment: z.record(z.string(), z.string()) })
const composeSchema = z.object({
  services: z.object({ server: service, backup: service }),
  networks: z.object({
    default: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string(), gateway: z.string() })) }) }),
  }),
})

it('compose trusts the gateway of its own network, where the proxy of the machine comes from', () => {
  const { services, networks } = composeSchema.parse(parse(readOperations('compose.yaml'), { merge: true }))
  const [network] = networks.default.ipam.config
  expect(services.server.environment['TRUSTED_PROXIES']).toBe(network?.gateway)
  expect(network?.gateway.startsWith(network.subnet.replace(/0\/24$/, ''))).toBe(true)
})

it('the image is built from one base that is pinned by its digest, on a Node with security fixes, and not run as root', () => {
  const text = readOperations('Containerfile')
  expect(text).toMatch(/^ARG NODE_IMAGE=docker\.io\/library\/node:24\.\S+@sha256:[0-9a-f]{64}$/m)
  expect([...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}'])
  expect(text).toMatch(/^USER node$/m)
  for (const version of [15, 16, 17, 18]) expect(text).toContain(`postgresql-client-${version} `)
})
