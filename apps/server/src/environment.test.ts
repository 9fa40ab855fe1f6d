import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSizes } from './commands/generate-demo'
import { readEnvironment, SettingsError, type Mode, type Variables } from './environment'
import { loadSecrets } from './settings/secrets-file'

const production = {
  DATABASE_URL: 'postgresql://quaff:pw@db/quaff',
  BASE_URL: 'https://console.example.com',
  SESSION_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://user:pw@mail.example.com',
  MAIL_FROM: 'Quaff <console@example.com>',
}

function messageOf(mode: Mode, variables: Variables): string {
  try {
    readEnvironment(mode, variables)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'no error'
}

describe('the environment', () => {
  it('needs nothing for start', () => {
    expect(readEnvironment('start', {})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://127.0.0.1:3000',
      database: { kind: 'embedded' },
      mail: { kind: 'files' },
      timeZone: 'UTC',
      sessionSecret: null,
    })
  })

  it('names every missing variable of serve in one message', () => {
    const message = messageOf('serve', { SMTP_URL: '' })
    for (const name of Object.keys(production)) expect(message).toContain(`  ${name} is missing: `)
  })

  it('names every wrong variable of serve in one message', () => {
    const message = messageOf('serve', {
      DATABASE_URL: 'mysql://db',
      BASE_URL: 'http://console.example.com',
      SESSION_SECRET: 'short',
      SMTP_URL: 'mail.example.com',
      MAIL_FROM: 'nobody',
      PLATFORM_TIME_ZONE: 'Europe/Nowhere',
      PORT: '70000',
      TRUSTED_PROXIES: '10.0.0.0/40',
      METRICS_TOKEN: 'short',
      LOG_LEVEL: 'loud',
    })
    const named = message
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(' ')[0])
    const others = ['LOG_LEVEL', 'METRICS_TOKEN', 'PLATFORM_TIME_ZONE', 'PORT', 'TRUSTED_PROXIES']
    expect(new Set(named)).toEqual(new Set([...Object.keys(production), ...others]))
  })

  it('never repeats a secret value', () => {
    expect(messageOf('serve', { ...production, SESSION_SECRET: 'hush-hush' })).not.toContain('hush-hush')
  })

  it('takes a complete production environment', () => {
    expect(
      readEnvironment('serve', { ...production, HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8, ::1' }),
    ).toMatchObject({
      database: { kind: 'postgres', connectionString: production.DATABASE_URL },
      mail: { kind: 'smtp', url: production.SMTP_URL, from: production.MAIL_FROM },
      baseUrl: 'https://console.example.com',
      trustedProxies: ['10.0.0.0/8', '::1'],
      logLevel: 'info',
    })
  })

  it.each(['start', 'demo'] as const)('refuses demo data by %s in production or beyond this machine', (mode) => {
    expect(messageOf(mode, { NODE_ENV: 'production' })).toContain('NODE_ENV is production')
    expect(messageOf(mode, { HOST: '0.0.0.0' })).toContain('HOST is 0.0.0.0')
    for (const HOST of ['127.0.0.1', '127.1.2.3', 'localhost', '::1'])
      expect(messageOf(mode, { HOST })).toBe('no error')
  })

  it('lets base addresses be https anywhere or http on this machine, without a path', () => {
    for (const BASE_URL of [
      'https://a.example.com/',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:80',
    ]) {
      expect(messageOf('start', { BASE_URL }), BASE_URL).toBe('no error')
    }
    for (const BASE_URL of [
      'https://a.example.com/x',
      'ftp://localhost',
      'javascript:alert(1)',
      'https://u:p@a.example.com',
      'a.example.com',
    ]) {
      expect(messageOf('start', { BASE_URL }), BASE_URL).toContain('BASE_URL must be')
    }
  })

  it('needs the address and the secret of serve to make an administrator there', () => {
    const { DATABASE_URL } = production
    expect(messageOf('admin', { DATABASE_URL })).toMatch(/BASE_URL is missing[^]*SESSION_SECRET is missing/)
    expect(messageOf('admin', {})).toBe('no error')
  })
})

describe('the sizes of the demo data', () => {
  it('are read from the flags', () => {
    expect(readSizes([])).toEqual({ merchants: 40, subscriptions: 5000 })
    expect(readSizes(['--merchants', '3', '--subscriptions', '7'])).toEqual({ merchants: 3, subscriptions: 7 })
    for (const args of [['--merchants', 'many'], ['--merchants', '0'], ['--shops', '3'], ['3']])
      expect(() => readSizes(args)).toThrow(SettingsError)
  })
})

describe('the secrets file', () => {
  it('is made once, for its owner only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
    const first = await loadSecrets(folder)
    expect(await loadSecrets(folder)).toEqual(first)
    const path = join(folder, 'secrets.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(path, 'utf8')).sessionSecret.length).toBeGreaterThanOrEqual(32)
    await writeFile(path, '{}')
    await expect(loadSecrets(folder)).rejects.toThrow('secrets.json cannot be read')
    await rm(folder, { recursive: true })
  })
})
