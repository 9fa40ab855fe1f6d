import { describe, expect, it } from 'vitest'
import { mayOpenTab, readSettingsTab, settingsGroupsFor, settingsTabs } from './tabs-rules'

describe('the tabs of the settings', () => {
  it.each(['nothing', '', undefined, null, 7, ['health']])('§G3 open the profile for %j', (value) => {
    expect(readSettingsTab(value)).toBe('profile')
  })

  it.each(settingsTabs)('§G3 open %s by its name', (tab) => expect(readSettingsTab(tab)).toBe(tab))

  it('§G3 are all there for administrators, in three groups', () => {
    expect(settingsGroupsFor('quaff_admin')).toEqual([
      { label: 'You', tabs: ['profile', 'preferences', 'notifications', 'security', 'access'] },
      { label: 'Platform', tabs: ['platform', 'mails', 'health', 'audit'] },
      { label: 'Developers', tabs: ['keys', 'webhooks', 'import'] },
    ])
  })

  it.each(['merchant_owner', 'merchant_viewer', 'barista'])('§G3 are about oneself only for a %s', (role) => {
    expect(settingsGroupsFor(role)).toEqual([{ label: 'You', tabs: ['profile', 'preferences', 'security', 'access'] }])
    for (const tab of ['audit', 'notifications'] as const) expect(mayOpenTab(tab, role)).toBe(false)
  })

  it('leave out what is not there, with its group', () => {
    expect(
      settingsGroupsFor('quaff_admin', ['security', 'keys', 'webhooks', 'import']).map(({ label }) => label),
    ).toEqual(['You', 'Platform'])
  })
})
