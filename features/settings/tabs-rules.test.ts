import { describe, expect, it } from 'vitest'
import { mayOpenTab, readSettingsTab, settingsTabs, settingsTabsFor } from './tabs-rules'

describe('the tabs of the settings', () => {
  it.each(['nothing', '', undefined, null, 7, ['health']])('§G3 open the profile for %j', (value) => {
    expect(readSettingsTab(value)).toBe('profile')
  })

  it.each(settingsTabs)('§G3 open %s by its name', (tab) => expect(readSettingsTab(tab)).toBe(tab))

  it('§G3 are all there for administrators', () => {
    expect(settingsTabsFor('quaff_admin')).toEqual([...settingsTabs])
  })

  it.each(['merchant_owner', 'merchant_viewer', 'barista'])('§G3 are about oneself only for a %s', (role) => {
    expect(settingsTabsFor(role)).toEqual(['profile', 'preferences', 'access', 'security'])
    expect(mayOpenTab('audit', role)).toBe(false)
  })

  it('leave out what is not there', () => {
    expect(settingsTabsFor('merchant_viewer', ['security'])).toEqual(['profile', 'preferences', 'access'])
  })
})
