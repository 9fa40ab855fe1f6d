import { createElement } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { listMailTemplates, type MailPreview, previewMail } from './preview-mail'
import { updatePlatformSettings } from './update-platform-settings'

const previews: MailPreview[] = [
  {
    name: 'Greeting',
    receiver: 'Everybody',
    write: ({ settings }) => ({
      template: 'greeting',
      subject: 'Good morning',
      body: createElement('p', null, `Tea & <b>cake</b> at ${settings.baseUrl}`),
    }),
  },
]

let admin: TestContext
let owner: TestContext
beforeAll(async () => {
  const services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  owner = contextAs(services, await asOwner(services, []))
})

describe('the preview of mails', () => {
  it('names each mail and who gets it', async () => {
    expect(await listMailTemplates(admin, previews)).toEqual([
      { template: 'greeting', name: 'Greeting', receiver: 'Everybody' },
    ])
  })

  it('renders the chosen one as it leaves, as HTML and as text', async () => {
    const mail = await previewMail(admin, { template: 'greeting' }, previews)
    expect(mail).toMatchObject({ template: 'greeting', receiver: 'Everybody', subject: 'Good morning' })
    expect(mail.html).toContain('Tea &amp; &lt;b&gt;cake&lt;/b&gt; at http')
    expect(mail.text).toContain('Tea & <b>cake</b> at http')
  })

  it('ends with the address of support, once there is one', async () => {
    const supportOf = async () => {
      const { replyTo, html, text } = await previewMail(admin, { template: 'greeting' }, previews)
      return { replyTo, isSaid: html.includes('mailto:help@quaff.test') && text.includes('Email help@quaff.test.') }
    }
    expect(await supportOf()).toEqual({ replyTo: null, isSaid: false })
    const plain = { version: 0, platformFeeBasisPoints: 0, appStoreUrl: null, playStoreUrl: null }
    await updatePlatformSettings(admin, { ...plain, supportAddress: 'help@quaff.test' })
    expect(await supportOf()).toEqual({ replyTo: 'help@quaff.test', isSaid: true })
  })

  it('refuses a mail that there is not', async () => {
    await expect(previewMail(admin, { template: 'gone' }, previews)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'MAIL_TEMPLATE',
    })
  })

  it('is for administrators alone', async () => {
    await expect(listMailTemplates(owner, previews)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(previewMail(owner, { template: 'greeting' }, previews)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
