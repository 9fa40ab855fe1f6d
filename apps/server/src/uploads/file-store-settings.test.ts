import { describe, expect, it } from 'vitest'
import { readEnvironment, SettingsError, type Variables } from '../environment'

const bucket = { FILES_S3_BUCKET: 'brand', FILES_S3_ACCESS_KEY_ID: 'AKIA', FILES_S3_SECRET: 'hush-hush' }

function messageOf(variables: Variables): string {
  try {
    readEnvironment('start', variables)
    return 'no error'
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}

describe('the file store', () => {
  it('is the data folder unless a bucket is named', () => {
    expect(readEnvironment('start', { DATA_DIR: '/srv/quaff' }).files).toEqual({
      kind: 'disk',
      folder: '/srv/quaff/files',
    })
  })

  it('is the bucket with its key', () => {
    expect(readEnvironment('start', bucket).files).toEqual({
      kind: 's3',
      bucket: 'brand',
      region: 'us-east-1',
      endpoint: null,
      accessKeyId: 'AKIA',
      secretAccessKey: 'hush-hush',
    })
    const elsewhere = { ...bucket, FILES_S3_ENDPOINT: 'http://127.0.0.1:9000', FILES_S3_REGION: 'eu-central-1' }
    expect(readEnvironment('start', elsewhere).files).toMatchObject({
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-central-1',
    })
  })

  it.each(Object.keys(bucket))('without %s is refused and says so', (name) => {
    const message = messageOf({ ...bucket, [name]: undefined })
    expect(message).toContain(`${name} is missing: `)
    expect(message).not.toContain('hush-hush')
  })

  it.each([
    ['FILES_S3_BUCKET', 'No Bucket'],
    ['FILES_S3_ENDPOINT', 'ftp://files'],
    ['FILES_S3_REGION', '../'],
  ])('with a wrong %s is refused', (name, value) => {
    expect(messageOf({ ...bucket, [name]: value })).toContain(`${name} must be`)
  })
})
