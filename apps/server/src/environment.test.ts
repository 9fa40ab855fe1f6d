import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSizes } from './commands/generate-demo'
import { readEnvironment, SettingsError, type Mode, type Variables } from './environment'
import { loadSecrets } from './settings/secrets-file'

const keyText = (byte: number, bytes = 32) => Buffer.alloc(bytes, byte).toString('base64')

const production = {
  DATABASE_URL: 'postgresql://quaff:pw@db/quaff',
  BASE_URL: 'https://console.example.com',
  SESSION_SECRET: 'x'.repeat(32),
  FIELD_KEYS: `k1:${keyText(1)}`,
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
      fieldKeys: null,
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
      FIELD_KEYS: 'k1',
      SMTP_URL: 'mail.example.com',
      MAIL_FROM: 'unknown',
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
    expect(messageOf(mode, { BASE_URL: 'https://console.example.com' })).toContain('not on this machine')
    expect(messageOf(mode, { BASE_URL: 'http://[::1]:3000' })).toBe('no error')
  })

  it('lets base addresses be https anywhere or http on this machine, without a path', () => {
    for (const BASE_URL of [
      'https://a.example.com/',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:80',
    ]) {
      expect(messageOf('aggregates', { BASE_URL }), BASE_URL).toBe('no error')
    }
    for (const BASE_URL of [
      'https://a.example.com/x',
      'ftp://localhost',
      'javascript:alert(1)',
      'https://u:p@a.example.com',
      'a.example.com',
    ]) {
      expect(messageOf('aggregates', { BASE_URL }), BASE_URL).toContain('BASE_URL must be')
    }
  })

  it('takes tiles of a map with who made them, and neither alone', () => {
    const url = 'https://tiles.example.com/{z}/{x}/{y}{r}.png?key=1'
    const makers = '© Tiles Ltd, © OpenStreetMap contributors <https://www.openstreetmap.org/copyright>'
    expect(readEnvironment('start', {}).mapTiles).toBeNull()
    expect(readEnvironment('start', { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: makers }).mapTiles).toEqual({
      url,
      credits: [
        { name: '© Tiles Ltd', link: null },
        { name: '© OpenStreetMap contributors', link: 'https://www.openstreetmap.org/copyright' },
      ],
    })
    expect(messageOf('serve', { ...production, MAP_TILES_URL: url })).toContain('MAP_TILES_ATTRIBUTION is missing')
    expect(messageOf('serve', { ...production, MAP_TILES_ATTRIBUTION: makers })).toContain('MAP_TILES_URL is missing')
    expect(messageOf('start', { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: 'Us <javascript:alert(1)>' })).toContain(
      'MAP_TILES_ATTRIBUTION must be',
    )
  })

  it.each([
    'http://tiles.example.com/{z}/{x}/{y}.png',
    'https://{s}.example.com/{z}/{x}/{y}.png',
    'https://tiles.example.com/{z}/{x}.png',
    'https://tiles.example.com/{z}/{x}/{y}/{key}.png',
    'https://u:p@tiles.example.com/{z}/{x}/{y}.png',
    "https://tiles.example.com;script-src 'none'/{z}/{x}/{y}.png",
    'tiles/{z}/{x}/{y}.png',
  ])('takes no tiles from %s', (MAP_TILES_URL) => {
    expect(messageOf('start', { MAP_TILES_URL, MAP_TILES_ATTRIBUTION: 'Us' })).toContain('MAP_TILES_URL must be')
  })

  it('needs the address and the secret of serve to make an administrator there', () => {
    const { DATABASE_URL } = production
    expect(messageOf('admin', { DATABASE_URL })).toMatch(/BASE_URL is missing[^]*SESSION_SECRET is missing/)
    expect(messageOf('admin', {})).toBe('no error')
  })
})

describe('the keys of bank account numbers', () => {
  const keysOf = (FIELD_KEYS: string) => readEnvironment('serve', { ...production, FIELD_KEYS }).fieldKeys
  const errorOf = (FIELD_KEYS: string) => messageOf('serve', { ...production, FIELD_KEYS }).split('\n')[1]

  it('are read in their order, in both base64 alphabets', () => {
    const mixed = Buffer.from('fbff'.repeat(16), 'hex')
    expect(keysOf(`k2:${mixed.toString('base64url')}, k1:${keyText(1)}`)).toEqual([
      { id: 'k2', key: mixed },
      { id: 'k1', key: Buffer.alloc(32, 1) },
    ])
    expect(keysOf(`k2:${mixed.toString('base64')}`)).toEqual([{ id: 'k2', key: mixed }])
  })

  it.each([
    ['short', `k1:${keyText(1, 16)}`, 'has a key of 16 bytes under k1, not of 32'],
    ['long', `k1:${keyText(1, 33)}`, 'has a key of 33 bytes under k1, not of 32'],
    ['named twice', `k1:${keyText(1)},k1:${keyText(2)}`, 'names k1 twice'],
    ['the same', `k2:${keyText(1)},k1:${keyText(1)}`, 'has the same key under k2 and k1'],
    ['without an id', keyText(1), 'must be id:key pairs'],
    ['with an odd id', `k.1:${keyText(1)}`, 'must be id:key pairs'],
    ['not base64', `k1:${'!'.repeat(43)}`, 'must be id:key pairs'],
    ['cut off', `k1:${keyText(1)},`, 'must be id:key pairs'],
  ])('are refused when one is %s', (_, text, error) => {
    expect(errorOf(text)).toContain(`  FIELD_KEYS ${error}`)
    expect(errorOf(text)).not.toContain(keyText(1).slice(0, 20))
  })

  it('have to be named for serve, and to move the numbers of a real database', () => {
    const { FIELD_KEYS, DATABASE_URL } = production
    expect(messageOf('serve', { ...production, FIELD_KEYS: '' })).toContain('FIELD_KEYS is missing')
    expect(messageOf('rotate-bank-keys', { DATABASE_URL })).toContain('FIELD_KEYS is missing')
    expect(messageOf('rotate-bank-keys', { DATABASE_URL, FIELD_KEYS })).toBe('no error')
    expect(messageOf('rotate-bank-keys', {})).toBe('no error')
  })
})

describe('the time in which a balancer looks away', () => {
  it('is two seconds, or as many as were named, of a server that answers', () => {
    expect(readEnvironment('serve', production).drainMs).toBe(2_000)
    expect(readEnvironment('serve', { ...production, DRAIN_SECONDS: '0' }).drainMs).toBe(0)
    expect(readEnvironment('serve', { ...production, DRAIN_SECONDS: '3' }).drainMs).toBe(3_000)
    expect(readEnvironment('admin', { ...production, DRAIN_SECONDS: '3' }).drainMs).toBe(0)
    for (const wrong of ['31', '-1', '0.5', 'soon'])
      expect(() => readEnvironment('serve', { ...production, DRAIN_SECONDS: wrong })).toThrow('DRAIN_SECONDS')
  })
})

describe('the time that a stop leaves what is under way', () => {
  it('is twenty seconds, or from one to sixty that were named', () => {
    expect(readEnvironment('serve', production).stopMs).toBe(20_000)
    expect(readEnvironment('start', {}).stopMs).toBe(20_000)
    expect(readEnvironment('serve', { ...production, STOP_SECONDS: '1' }).stopMs).toBe(1_000)
    expect(readEnvironment('serve', { ...production, STOP_SECONDS: '60' }).stopMs).toBe(60_000)
    for (const wrong of ['0', '61', '-1', '0.5', 'soon'])
      expect(() => readEnvironment('serve', { ...production, STOP_SECONDS: wrong })).toThrow(
        'STOP_SECONDS must be a number of seconds from 1 to 60',
      )
  })
})

describe('workers', () => {
  it('are a number or all cores, for serve alone', () => {
    expect(readEnvironment('serve', { ...production, WORKERS: '3' }).workers).toBe(3)
    expect(readEnvironment('serve', { ...production, WORKERS: 'all' }).workers).toBeGreaterThan(0)
    expect(readEnvironment('serve', production).workers).toBeNull()
    for (const WORKERS of ['0', '65', 'many', '-1', '2.5'])
      expect(messageOf('serve', { ...production, WORKERS })).toContain(
        '  WORKERS must be all, or a number from 1 to 64',
      )
    expect(messageOf('start', { WORKERS: '2' })).toContain('WORKERS needs `npm run serve` on PostgreSQL')
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
    await expect(loadSecrets(folder)).rejects.toThrow('secrets.json is unreadable')
    await rm(folder, { recursive: true })
  })

  it('gets keys for bank account numbers when it has none, and keeps the rest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
    const path = join(folder, 'secrets.json')
    await writeFile(path, JSON.stringify({ sessionSecret: 'y'.repeat(40) }))
    const [first, second] = [await loadSecrets(folder), await loadSecrets(folder)]
    expect(second).toEqual(first)
    expect(first.sessionSecret).toBe('y'.repeat(40))
    expect(first.fieldKeys.map(({ key }) => key.length)).toEqual([32])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await rm(folder, { recursive: true })
  })

  it('is not created or read if the environment has both secrets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
    const given = {
      sessionSecret: 'z'.repeat(40),
      fieldKeys: [{ id: 'k1', key: Buffer.alloc(32, 1) }],
      stripeSecrets: null,
    }
    expect(await loadSecrets(folder, given)).toEqual(given)
    expect(await readdir(folder)).toEqual([])
    await writeFile(join(folder, 'secrets.json'), '')
    expect(await loadSecrets(folder, given)).toEqual(given)
    await rm(folder, { recursive: true })
  })

  it('that a full disk left empty is written again, whole and under its name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
    await writeFile(join(folder, 'secrets.json'), '')
    const first = await loadSecrets(folder)
    expect(await loadSecrets(folder)).toEqual(first)
    expect(await readdir(folder)).toEqual(['secrets.json'])
    await rm(folder, { recursive: true })
  })

  it('of servers that start together is the same for all of them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
    const all = await Promise.all(Array.from({ length: 10 }, () => loadSecrets(folder)))
    expect(new Set(all.map(({ sessionSecret }) => sessionSecret)).size).toBe(1)
    expect(await readdir(folder)).toEqual(['secrets.json'])
    await rm(folder, { recursive: true })
  })

  it('says which key in it cannot be used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
    const fieldKeys = [{ id: 'local-1', key: keyText(1, 8) }]
    await writeFile(join(folder, 'secrets.json'), JSON.stringify({ sessionSecret: 'y'.repeat(40), fieldKeys }))
    await expect(loadSecrets(folder)).rejects.toThrow('invalid fieldKeys: has a key of 8 bytes under local-1')
    await rm(folder, { recursive: true })
  })
})

describe('an identity provider', () => {
  const openId = {
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'quaff',
    OIDC_CLIENT_SECRET: 'hush-hush-hush',
  }

  it('is none without settings, and has a name for its button', () => {
    expect(readEnvironment('serve', production).openId).toBeNull()
    expect(readEnvironment('serve', { ...production, ...openId }).openId).toEqual({
      issuer: 'https://id.example.com',
      clientId: 'quaff',
      clientSecret: 'hush-hush-hush',
      name: 'single sign-on',
      requiredFor: [],
    })
    expect(readEnvironment('start', { ...openId, OIDC_NAME: 'Copperleaf' }).openId?.name).toBe('Copperleaf')
    const required = { ...openId, OIDC_REQUIRED_FOR: 'Example.com, example.co.uk' }
    expect(readEnvironment('start', required).openId?.requiredFor).toEqual(['example.com', 'example.co.uk'])
  })

  it.each(Object.keys(openId))('needs %s with the others', (name) => {
    const message = messageOf('serve', { ...production, ...openId, [name]: undefined })
    expect(message.split('\n').slice(1)).toEqual([expect.stringContaining(`  ${name} is missing: `)])
    expect(messageOf('start', { OIDC_NAME: 'Copperleaf' })).toContain(`  ${name} is missing: `)
  })

  it.each([
    ['OIDC_ISSUER', 'http://id.example.com'],
    ['OIDC_ISSUER', 'id.example.com'],
    ['OIDC_ISSUER', 'https://user:hush@id.example.com'],
    ['OIDC_ISSUER', 'https://id.example.com/?tenant=1'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/organizations/v2.0'],
    ['OIDC_CLIENT_ID', 'a b'],
    ['OIDC_CLIENT_SECRET', 'short'],
    ['OIDC_NAME', 'x'.repeat(41)],
    ['OIDC_NAME', '<b>'],
    ['OIDC_REQUIRED_FOR', '@example.com'],
    ['OIDC_REQUIRED_FOR', 'example.com,,'],
  ])('is refused with %s=%s, which is not repeated', (name, value) => {
    const message = messageOf('serve', { ...production, ...openId, [name]: value })
    expect(message.split('\n').slice(1)).toEqual([expect.stringContaining(`  ${name} must be `)])
    expect(message).not.toContain(value)
  })

  it('may be on this machine without TLS', () => {
    const issuer = 'http://127.0.0.1:4900'
    expect(readEnvironment('start', { ...openId, OIDC_ISSUER: issuer }).openId?.issuer).toBe(issuer)
  })
})
